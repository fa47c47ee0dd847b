// The Inspector's page in a browser, driven by a test: one JSON command a line on stdin, one JSON event a line on stdout.
//
// usage: inspector_page.mjs CHROMIUM PROFILE
//
// Commands: {"do": "open", "page": URL}, {"do": "list"}, {"do": "run", "tool": name, "fields": {..}} (does not wait for
// the result), {"do": "result", "text": ..} (waits until the results show it), {"do": "form", "fields": {..}, "press":
// button} (the dialog in which the server asks the person), {"do": "cancel"}, {"do": "progress"} (how many reports
// stand in the protocol's history), {"do": "fetch", "host": URL} (the page itself speaks to the host), {"do": "close"}.
// Each is answered with {"event": "done", ..} or {"event": "failed", "why": ..}.

import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const patience = 60_000;
const [executablePath, profile] = process.argv.slice(2);
const context = await chromium.launchPersistentContext(profile, {
  executablePath,
  headless: true,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const page = context.pages()[0] ?? (await context.newPage());
page.setDefaultTimeout(patience);
// Fonts from elsewhere are no part of this.
await page.route(
  (url) => url.hostname !== "127.0.0.1",
  (route) => route.abort(),
);

const button = (name) => page.getByRole("button", { name, exact: true });

async function fill(place, fields) {
  for (const [name, value] of Object.entries(fields)) {
    await place.getByRole("textbox", { name, exact: true }).fill(value);
  }
}

const steps = {
  async open({ page: url }) {
    await page.goto(url);
    await page.getByRole("switch", { name: /^Connect or disconnect/ }).click({ force: true });
    await page.getByText("Connected", { exact: true }).waitFor();
    return { protocol: await page.getByText(/^MCP 20\d\d-\d\d-\d\d$/).innerText() };
  },
  async list() {
    await page.getByText("Tools", { exact: true }).click();
    const heading = page.getByRole("heading", { name: /^Tools \(\d+\)$/ });
    return { heading: await heading.innerText() };
  },
  async run({ tool, fields }) {
    await page.getByPlaceholder("Search tools...").fill(tool);
    await page.getByRole("button", { name: new RegExp(`(^| )${tool}( |$)`) }).first().click();
    const back = button("Close results");
    if (await back.isVisible()) await back.click();
    await fill(page.getByRole("main"), fields ?? {});
    await button("Execute Tool").click();
    return {};
  },
  async result({ text }) {
    await page.getByRole("heading", { name: "Results", exact: true }).waitFor();
    await page.getByRole("main").getByText(text).first().waitFor();
    return {};
  },
  async form({ fields, press }) {
    const dialog = page.getByRole("dialog", { name: "Elicitation Request" });
    await dialog.waitFor();
    const shown = await dialog.innerText();
    await fill(dialog, fields ?? {});
    await dialog.getByRole("button", { name: press, exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    return { shown };
  },
  async cancel() {
    await button("Cancel").click();
    await button("Execute Tool").waitFor();
    return {};
  },
  async progress() {
    await page.getByText("Protocol", { exact: true }).click();
    await page.getByText("notifications/progress").first().waitFor();
    return { reports: await page.getByText("notifications/progress").count() };
  },
  // What a client that lives in a page does, from the page's own origin: it must see the session's header.
  async fetch({ host }) {
    return page.evaluate(async (url) => {
      const send = async (method, session, body) => {
        const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
        if (session) Object.assign(headers, { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" });
        const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
        return { status: response.status, session: response.headers.get("mcp-session-id"), text: await response.text() };
      };
      const about = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "page", version: "1" } };
      const hello = await send("POST", null, { jsonrpc: "2.0", id: 1, method: "initialize", params: about });
      await send("POST", hello.session, { jsonrpc: "2.0", method: "notifications/initialized" });
      const listed = await send("POST", hello.session, { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} });
      const ended = await send("DELETE", hello.session);
      return { hello: hello.status, session: hello.session, listed: listed.text, ended: ended.status };
    }, host);
  },
  async close() {
    await context.close();
    return {};
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  let answer;
  try {
    answer = { event: "done", ...(await steps[command.do](command)) };
  } catch (error) {
    const seen = command.do === "close" ? "" : await page.locator("body").ariaSnapshot().catch(String);
    answer = { event: "failed", why: `${error.message}\n${seen}` };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  if (command.do === "close") process.exit(0);
}
