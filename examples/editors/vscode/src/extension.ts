// Starts `cardroom lsp` for scripts and `cardroom dap` to debug them. Everything else is theirs.
import { debug, DebugAdapterExecutable, type ExtensionContext, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

const program = (): string => workspace.getConfiguration("cardroom").get<string>("program", "cardroom");

export async function activate(context: ExtensionContext): Promise<void> {
  client = new LanguageClient(
    "cardroom",
    { command: program(), args: ["lsp"] },
    { documentSelector: [{ language: "cardroom", scheme: "file" }] },
  );
  context.subscriptions.push(
    client,
    debug.registerDebugAdapterDescriptorFactory("cardroom", {
      createDebugAdapterDescriptor: () => new DebugAdapterExecutable(program(), ["dap"]),
    }),
  );
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
