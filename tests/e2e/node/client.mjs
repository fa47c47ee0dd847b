// A stock TypeScript client that a test drives: one JSON command a line on stdin, one JSON event a line on stdout.
//
// usage: client.mjs v1|v2
//
// Commands and events are those of `tests/e2e/python/client.py`.

import { createInterface } from "node:readline";

const patience = 90_000;

function tell(event, members) {
  process.stdout.write(`${JSON.stringify({ event, ...members })}\n`);
}

/** In front of the client; does what the test said last. */
const person = {
  answer: { action: "cancel" },
  asked(params) {
    tell("asked", { message: params.message, schema: params.requestedSchema });
    return this.answer;
  },
};

const about = { name: "e2e", version: "1" };
const capabilities = (asked) => (asked ? { elicitation: { form: {} } } : {});

/** `@modelcontextprotocol/sdk`. */
async function v1(to, mode, asked) {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { ElicitRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
  if (mode !== "legacy") throw new Error(`v1 knows no mode ${mode}`);
  const client = new Client(about, { capabilities: capabilities(asked) });
  if (asked) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => person.asked(params));
  let transport;
  if (to.sse) {
    const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
    transport = new SSEClientTransport(new URL(to.sse));
  } else if (to.command) {
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    transport = new StdioClientTransport({ command: to.command[0], args: to.command.slice(1) });
  } else {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    transport = new StreamableHTTPClientTransport(new URL(to.http));
  }
  // It tells its transport what was agreed on, and nobody else.
  let protocol;
  const told = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (version) => {
    protocol = version;
    told?.(version);
  };
  await client.connect(transport);
  return {
    client,
    protocol,
    call: (params, options) => client.callTool(params, undefined, options),
  };
}

/** `@modelcontextprotocol/client`. */
async function v2(to, mode, asked) {
  const { Client, SSEClientTransport, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const negotiation = mode === "legacy" || mode === "auto" ? mode : { pin: mode };
  const client = new Client(about, {
    capabilities: capabilities(asked),
    versionNegotiation: { mode: negotiation },
  });
  if (asked) client.setRequestHandler("elicitation/create", async ({ params }) => person.asked(params));
  let transport;
  if (to.sse) {
    transport = new SSEClientTransport(new URL(to.sse));
  } else if (to.command) {
    const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    transport = new StdioClientTransport({ command: to.command[0], args: to.command.slice(1) });
  } else {
    transport = new StreamableHTTPClientTransport(new URL(to.http));
  }
  await client.connect(transport);
  return {
    client,
    protocol: client.getNegotiatedProtocolVersion(),
    call: (params, options) => client.callTool(params, options),
  };
}

async function everyTool(client) {
  const tools = [];
  let cursor;
  do {
    const page = await client.listTools(cursor ? { cursor } : undefined);
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor);
  return tools;
}

async function call(connection, command, signal) {
  const options = {
    signal,
    timeout: patience,
    onprogress: (step) => tell("progress", { call: command.call, ...step }),
  };
  try {
    const result = await connection.call({ name: command.tool, arguments: command.arguments }, options);
    tell("called", { call: command.call, result });
  } catch (error) {
    const cause = error.cause ? ` (${error.cause})` : "";
    tell("called", { call: command.call, raised: `${error.name}: ${error.message}${cause}` });
  }
}

const versions = { v1, v2 };
const calls = new Map();
let connection;

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  switch (command.do) {
    case "connect":
      connection = await versions[process.argv[2]](command.to, command.mode, command.person);
      tell("connected", { protocol: connection.protocol });
      break;
    case "list":
      tell("tools", { tools: await everyTool(connection.client) });
      break;
    case "call": {
      const abort = new AbortController();
      calls.set(command.call, abort);
      // Not awaited: a test cancels it, or has the host restarted under it.
      call(connection, command, abort.signal);
      break;
    }
    case "cancel":
      calls.get(command.call).abort("the test cancels it");
      break;
    case "answer":
      person.answer = command.with;
      break;
    case "close":
      await connection.client.close();
      tell("closed", {});
      process.exit(0);
  }
}
