package planted.dav;

import jakarta.ws.rs.Path;

@Path("/")
interface UsesJaxRs {}
