package planted.files;

import jakarta.servlet.http.HttpServlet;

final class UsesServlets extends HttpServlet {
    private static final long serialVersionUID = 1L;
}
