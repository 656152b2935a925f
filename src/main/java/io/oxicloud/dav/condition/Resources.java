package io.oxicloud.dav.condition;

/** Where conditions look resources up. Asked only for what a request's conditions speak of. */
public interface Resources {
    /** The one that the request is about. */
    ResourceState target();

    /**
     * The one that a tag of an {@code If} header names.
     *
     * @param tag as it came: meant to be an absolute URL or an absolute path
     * @return {@link ResourceState#ABSENT} also for what is not here, or nothing to the caller
     * @throws io.oxicloud.base.CloudException INVALID_INPUT if it is no such thing
     */
    ResourceState tagged(String tag);
}
