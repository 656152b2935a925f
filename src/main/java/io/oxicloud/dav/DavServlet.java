package io.oxicloud.dav;

import io.oxicloud.account.Accounts;
import io.oxicloud.account.SignIn;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.dav.property.Catalogue;
import io.oxicloud.dav.property.FactLoader;
import io.oxicloud.drive.Drives;
import io.oxicloud.files.DeadProperties;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.FolderSync;
import io.oxicloud.files.Locks;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files over WebDAV. To be mapped to {@code /webdav/*}; {@code /webdav/} is the caller's default drive, {@code
 * /webdav/@drive/…} any other one he can read.
 *
 * <p>OPTIONS is answered to everybody, for clients ask it before they sign in. All else takes an access token, Basic
 * credentials or the cookie of a signed-in browser. A body that fails once it has begun breaks the connection.
 */
public final class DavServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String OPTIONS = "OPTIONS";

    private final transient Authentication authentication;
    private final transient DavEngine engine;
    private final transient Refusals refusals;
    private final transient AllowedMethods allowed;
    private final PrincipalServlet principals;
    private final DavSettings settings;
    private final List<String> methods;

    /** What the protocol shows. */
    public record Doors(
            SignIn signIn,
            Accounts accounts,
            Drives drives,
            FileTree files,
            Locks locks,
            DeadProperties properties,
            FolderSync sync) {}

    public DavServlet(Doors doors, DavSettings settings) {
        authentication = new Authentication(doors.signIn());
        FileTree files = doors.files();
        var places = new Places(doors.drives(), files);
        var addresses = new Addresses(settings);
        var conditionals = new Conditionals(places, doors.locks(), doors.sync(), addresses);
        List<String> known = new ArrayList<>();
        var sources = new PropfindSources(
                doors.drives(),
                files,
                new Catalogue(() -> known),
                new FactLoader(doors.locks(), doors.properties(), doors.sync()));
        engine = new DavEngine(List.of(
                new GetMethod(places, files, conditionals, settings),
                new PutMethod(places, files, conditionals),
                new PatchMethod(places, files, conditionals),
                new MkcolMethod(places, files, conditionals, sources.catalogue()),
                new DeleteMethod(places, files, conditionals),
                new CopyMoveMethod(places, files, conditionals, new DestinationHeader(addresses)),
                new LockMethod(places, doors.locks(), conditionals, settings),
                new UnlockMethod(places, doors.locks(), conditionals),
                new PropfindMethod(places, conditionals, sources, settings),
                new ProppatchMethod(places, doors.properties(), sources.catalogue(), conditionals, settings),
                new ReportMethod(List.of(new SyncReport(places, conditionals, doors.sync(), sources, settings)))));
        methods = Stream.concat(Stream.of(OPTIONS), engine.methods().stream()).toList();
        known.addAll(methods);
        allowed = new AllowedMethods(methods, places);
        var hrefs = new Hrefs(doors.drives(), files, settings);
        refusals = new Refusals(allowed, hrefs);
        principals = new PrincipalServlet(authentication, doors.accounts(), places, hrefs);
        this.settings = settings;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var answer = new DavResponse(response);
        DavRequest understood = null;
        try {
            understood = understand(request);
            if (understood == null) {
                allowed.tell(response, allowed.at(target(request)));
            } else {
                engine.process(understood, answer);
            }
        } catch (CloudException e) {
            if (canAnswer(answer, response, e)) {
                refusals.answer(understood, response, e);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (RuntimeException e) {
            if (canAnswer(answer, response, e)) {
                refusals.answerFault(response, e);
            }
        }
    }

    /** Says at the root of the application what there is below; to be mapped to all paths. */
    public Filter rootFilter() {
        return new DavRootFilter(authentication, allowed, refusals);
    }

    /** The users, as far as there are any here; to be mapped to {@code /caldav/principals/*}. */
    public HttpServlet principals() {
        return principals;
    }

    /** Null for OPTIONS, which asks nothing of anybody. */
    private @Nullable DavRequest understand(HttpServletRequest request) {
        String method = request.getMethod();
        if (!methods.contains(method)) {
            throw new CloudException(ErrorCode.NOT_ALLOWED_HERE, "this method is not supported");
        }
        if (method.equals(OPTIONS)) {
            return null;
        }
        Actor actor = authentication.require(request);
        return new DavRequest(request, actor, target(request));
    }

    private DavTarget target(HttpServletRequest request) {
        DavPath path = DavPath.parse(request.getRequestURI(), request.getContextPath() + request.getServletPath());
        return DavTarget.of(path, settings.drivePrefix());
    }

    /**
     * When the head of an answer is out, only a broken connection can tell that the rest will not come. If we have sent
     * nothing, it was the container that closed: the client went away while it was sending.
     */
    private static boolean canAnswer(DavResponse answer, HttpServletResponse response, RuntimeException failure) {
        if (!response.isCommitted()) {
            if (answer.getEntity() != null) {
                response.reset();
            }
            return true;
        }
        if (answer.getEntity() != null) {
            throw failure;
        }
        return false;
    }
}
