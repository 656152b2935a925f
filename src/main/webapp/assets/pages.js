// Set-up, sign-in and start page. Each finds its own elements and does nothing on the other pages.

import { Refused, call, callSignedIn, hasSession, renew } from "./api.js";

const byId = (id) => document.getElementById(id);

function say(text) {
  byId("message").textContent = text.charAt(0).toUpperCase() + text.slice(1);
}

/** Runs what a person asked for: one at a time, errors to the live region. */
async function attempt(button, action) {
  if (button.getAttribute("aria-disabled") === "true") {
    return;
  }
  say("");
  button.setAttribute("aria-disabled", "true");
  try {
    await action();
  } catch (problem) {
    say(problem instanceof Refused ? problem.message : "Something went wrong on this page. Reload it and try again.");
    if (!(problem instanceof Refused)) {
      throw problem;
    }
  } finally {
    button.removeAttribute("aria-disabled");
  }
}

function onSubmit(form, action) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
    attempt(form.querySelector("button[type=submit]"), () => action(fields));
  });
}

async function signIn({ username, password }) {
  await call("POST", "auth/login", { username, password });
  location.replace("./");
}

function setUpPage(form) {
  onSubmit(form, async (fields) => {
    await call("POST", "setup", fields);
    await signIn(fields).catch(() => location.replace("./login")); // the account is there, whatever happened now
  });
}

function signInPage(form) {
  onSubmit(form, signIn);
  // A session whose hour is over, but not its week, goes on without a password. Not twice in a row: where the browser
  // refuses our cookies that would never end.
  const last = Number(sessionStorage.getItem("renewed") || 0);
  if (hasSession() && Date.now() - last > 10_000) {
    sessionStorage.setItem("renewed", String(Date.now()));
    renew().then((renewed) => renewed && location.replace("./"), () => {});
  }
}

function row(name, facts, ...more) {
  const item = document.createElement("li");
  const title = document.createElement("span");
  title.className = "name";
  title.textContent = name;
  const detail = document.createElement("span");
  detail.className = "facts";
  detail.textContent = facts;
  item.append(title, detail, ...more);
  return item;
}

function fill(list, rows, otherwise) {
  list.replaceChildren(...(rows.length > 0 ? rows : [row(otherwise, "")]));
  list.setAttribute("aria-busy", "false");
}

// Where the first segment of a path always names a drive, the address of one's own needs it.
function showAddress(drives) {
  const shown = byId("dav-address");
  const own = drives.find((drive) => drive.kind === "personal");
  const drive = own !== undefined && "drivesByName" in shown.dataset ? encodeURIComponent(own.name) + "/" : "";
  const address = new URL("webdav/" + drive, location.href).href;
  shown.textContent = address;
  byId("curl-put").textContent = "curl -u NAME -T FILE " + address;
  byId("curl-get").textContent = "curl -u NAME -o FILE " + address + "FILE";
  byId("curl-delete").textContent = "curl -u NAME -X DELETE " + address + "FILE";
}

async function showDrives() {
  const drives = await callSignedIn("GET", "drives");
  showAddress(drives);
  const rows = drives.map((drive) => row(drive.name, drive.kind === "personal" ? "personal" : "shared"));
  fill(byId("drives"), rows, "You have no drive.");
}

async function showAppPasswords() {
  const { app_passwords: all } = await callSignedIn("GET", "auth/app-passwords");
  const rows = all.filter((password) => password.active).map(appPasswordRow);
  fill(byId("app-passwords"), rows, "None yet.");
}

function appPasswordRow(password) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = "Revoke";
  button.setAttribute("aria-label", "Revoke " + password.label);
  button.addEventListener("click", () =>
    attempt(button, async () => {
      await callSignedIn("DELETE", "auth/app-passwords/" + encodeURIComponent(password.id));
      await showAppPasswords();
      byId("label").focus();
    }),
  );
  const used = password.last_used_at ? "last used " + new Date(password.last_used_at).toLocaleString() : "never used";
  return row(password.label, used, button);
}

function startPage(signOut) {
  signOut.addEventListener("click", () =>
    attempt(signOut, async () => {
      await callSignedIn("POST", "auth/logout");
      location.replace("./login");
    }),
  );
  if (byId("drives") === null) {
    return;
  }
  onSubmit(byId("app-password-form"), async ({ label }) => {
    const made = await callSignedIn("POST", "auth/app-passwords", { label });
    byId("new-app-password-value").textContent = made.password;
    byId("new-app-password").hidden = false;
    byId("app-password-form").reset();
    await showAppPasswords();
  });
  Promise.all([showDrives(), showAppPasswords()]).catch((problem) => say(problem.message));
}

const pages = { "setup-form": setUpPage, "login-form": signInPage, "sign-out": startPage };
for (const [id, page] of Object.entries(pages)) {
  const element = byId(id);
  if (element !== null) {
    page(element);
  }
}
