// The REST API as the pages use it: JSON both ways, the CSRF header, one silent renewal of the session.

/** What the server refused, in its own words. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Whether this browser has had a session; its secret parts are hidden from scripts. */
export function hasSession() {
  return csrfToken() !== "";
}

function csrfToken() {
  const found = document.cookie.match(/(?:^|;\s*)oxicloud_csrf=([^;]*)/);
  return found ? found[1] : "";
}

async function send(method, path, body) {
  const headers = { Accept: "application/json", "X-CSRF-Token": csrfToken() };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
  }
  try {
    return await fetch("api/" + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused(0, "The server does not answer. Check the connection and try again.");
  }
}

async function answer(response) {
  const text = await response.text();
  let value = null;
  try {
    value = text === "" ? null : JSON.parse(text);
  } catch {
    // not from the API: a proxy's page, say; told below by its status
  }
  if (response.ok) {
    return value;
  }
  const words = value && (value.message || value.error);
  const wait = value && value.retry_after_secs;
  throw new Refused(
    response.status,
    (words || "The server answered " + response.status) + (wait ? ". Try again in " + wait + " seconds." : "."),
  );
}

/** @returns {Promise<boolean>} whether there is a valid session now */
export async function renew() {
  return (await send("POST", "auth/refresh")).ok;
}

/** A call without session. */
export async function call(method, path, body) {
  return answer(await send(method, path, body));
}

/** A call under the session; a session that has run out is renewed once. */
export async function callSignedIn(method, path, body) {
  let response = await send(method, path, body);
  if (response.status === 401 && (await renew())) {
    response = await send(method, path, body);
  }
  return answer(response);
}
