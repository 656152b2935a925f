package planted.files;

import com.fasterxml.jackson.databind.JsonNode;

interface UsesJackson {
    JsonNode[] nodes();
}
