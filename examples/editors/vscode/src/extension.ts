// Starts `cardroom lsp` for scripts and `cardroom dap` to debug them. Everything else is theirs.
import { commands, debug, DebugAdapterExecutable, type ExtensionContext, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

const program = (): string => workspace.getConfiguration("cardroom").get<string>("program", "cardroom");

// Steps that are longer than a statement, and what the debugger calls them.
const steps: Record<string, string> = { decision: "the next decision", street: "the next street", hand: "the end of the hand" };

async function step(label: string): Promise<void> {
  const session = debug.activeDebugSession;
  if (session?.type !== "cardroom") return;
  try {
    const { targets } = await session.customRequest("stepInTargets", { frameId: 1 });
    const target = targets.find((t: { label: string }) => t.label === label);
    await session.customRequest("stepIn", { threadId: 1, targetId: target.id });
  } catch (e) {
    await window.showErrorMessage(String(e instanceof Error ? e.message : e));
  }
}

export async function activate(context: ExtensionContext): Promise<void> {
  client = new LanguageClient(
    "cardroom",
    { command: program(), args: ["lsp"] },
    { documentSelector: [{ language: "cardroom", scheme: "file" }] },
  );
  context.subscriptions.push(
    client,
    ...Object.entries(steps).map(([name, label]) => commands.registerCommand(`cardroom.step.${name}`, () => step(label))),
    debug.registerDebugAdapterDescriptorFactory("cardroom", {
      createDebugAdapterDescriptor: () => new DebugAdapterExecutable(program(), ["dap"]),
    }),
  );
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
