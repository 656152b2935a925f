package planted.rest;

import jakarta.ws.rs.core.StreamingOutput;

interface StreamsByJaxRs {
    StreamingOutput body();
}
