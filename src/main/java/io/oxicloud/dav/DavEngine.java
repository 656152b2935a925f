package io.oxicloud.dav;

import io.milton.http.Filter;
import io.milton.http.FilterChain;
import io.milton.http.Handler;
import io.milton.http.HttpExtension;
import io.milton.http.HttpManager;
import io.milton.http.ProtocolHandlers;
import io.milton.http.Request;
import io.milton.http.Request.Method;
import io.milton.http.Response;
import io.milton.http.entity.EntityTransport;
import io.milton.http.exceptions.BadRequestException;
import io.milton.http.exceptions.ConflictException;
import io.milton.http.exceptions.NotAuthorizedException;
import io.milton.http.exceptions.NotFoundException;
import io.milton.http.http11.CustomPostHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Milton's dispatcher, wired by hand around our methods.
 *
 * <p>Of Milton there are the method table, the filter chain and the transport hook. Its resources, responders, error pages
 * and authentication are left out: each has faults that lose data or open doors. So a failure is not turned into an answer
 * here; it passes through to the servlet.
 */
final class DavEngine {
    private final HttpManager manager;
    private final List<String> methods;

    DavEngine(List<DavMethod> handlers) {
        methods = handlers.stream()
                .flatMap(handler -> List.of(handler.getMethods()).stream())
                .toList();
        // neither resource factory, responder nor events: only Milton's own filter and handlers would ask for them
        manager = new HttpManager(
                null,
                null,
                new ProtocolHandlers(List.of(new Methods(handlers))),
                new DirectTransport(),
                List.of(new Dispatch(handlers)),
                null,
                List.of());
    }

    /** What there are, in the order they were given. */
    List<String> methods() {
        return methods;
    }

    void process(DavRequest request, DavResponse response) {
        manager.process(request, response);
    }

    private record Methods(List<DavMethod> handlers) implements HttpExtension {
        @Override
        public Set<Handler> getHandlers() {
            return new LinkedHashSet<>(handlers);
        }

        @Override
        public List<CustomPostHandler> getCustomPostHandlers() {
            return List.of();
        }
    }

    /** The last filter: in the place of Milton's own, which answers every failure with a page and status 500. */
    private record Dispatch(List<DavMethod> handlers) implements Filter {
        @Override
        public void process(FilterChain chain, Request request, Response response) {
            HttpManager manager = chain.getHttpManager();
            try {
                handler(manager, (DavRequest) request).process(manager, request, response);
                if (response.getEntity() != null) {
                    manager.sendResponseEntity(response);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (RuntimeException e) {
                throw e;
            } catch (ConflictException | NotAuthorizedException | BadRequestException | NotFoundException e) {
                throw new IllegalStateException("only Milton's own handlers throw this", e);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        /** Milton's table is one of its own words; for a method that it has none for, we look ourselves. */
        private Handler handler(HttpManager manager, DavRequest request) {
            Method word = request.getMethod();
            return word != null
                    ? manager.getMethodHandler(word)
                    : handlers.stream()
                            .filter(handler -> List.of(handler.getMethods()).contains(request.method()))
                            .findFirst()
                            .orElseThrow();
        }
    }

    /** Writes to the socket as it comes; Milton's own buffers, flushes and closes. */
    private static final class DirectTransport implements EntityTransport {
        @Override
        public void sendResponseEntity(Response response) throws Exception {
            response.getEntity().write(response, response.getOutputStream());
        }

        @Override
        public void closeResponse(Response response) {}
    }
}
