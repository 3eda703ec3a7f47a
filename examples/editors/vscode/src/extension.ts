// Starts `cardroom lsp` for scripts. Everything else is the server's.
import { type ExtensionContext, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const command = workspace.getConfiguration("cardroom").get<string>("program", "cardroom");
  client = new LanguageClient(
    "cardroom",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "cardroom", scheme: "file" }] },
  );
  context.subscriptions.push(client);
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
