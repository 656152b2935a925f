package planted.rest;

import com.nimbusds.jose.JWSAlgorithm;

interface UsesNimbus {
    JWSAlgorithm algorithm();
}
