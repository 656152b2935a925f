package io.oxicloud.rest;

import io.oxicloud.account.Blocks;
import io.oxicloud.account.limit.Block;
import io.oxicloud.base.Actor;
import io.oxicloud.base.Page;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who cannot sign in for having guessed too often. */
@Path("/admin/blocks")
@Produces(MediaType.APPLICATION_JSON)
public final class AdminBlocksResource {
    /**
     * @param id for the address that lifts the block; nothing to be read
     * @param account the id of the account, or the name that was tried
     * @param failures failed attempts so far
     */
    record BlockDto(String id, String account, String network, int failures, Instant until) {
        static BlockDto of(Block block) {
            return new BlockDto(
                    Opaque.of(block.id()), block.account(), block.network(), block.failures(), block.until());
        }
    }

    private final Blocks blocks;

    AdminBlocksResource(Blocks blocks) {
        this.blocks = blocks;
    }

    /** The door gives all that it shows at once, so a page is cut from that. */
    @GET
    @Operation("The sign-in blocks in force, those that end last first; of very many only the first 500")
    public Listing<BlockDto> list(
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @DefaultValue(PageSize.DEFAULT) PageSize limit,
            @Context SecurityContext security) {
        BlockPlace after = BlockPlace.parse(cursor);
        List<Block> rest = blocks.list(Caller.actor(security)).stream()
                .filter(block -> after.isBefore(BlockPlace.of(block)))
                .sorted((a, b) -> BlockPlace.of(a).compareTo(BlockPlace.of(b)))
                .limit(limit.value() + 1L)
                .toList();
        var page = Page.of(rest, limit.value(), last -> BlockPlace.of(last).cursor());
        return Listing.of(page, BlockDto::of);
    }

    @DELETE
    @Path("/{id}")
    @Operation("Lifts a block; nothing happens if there is none, any more or at all")
    public void lift(@PathParam("id") String id, @Context SecurityContext security) {
        Actor actor = Caller.actor(security);
        Opaque.read(id).ifPresent(block -> Removal.done(() -> blocks.lift(actor, block)));
    }
}
