// Runs the SQL of a file with DuckDB and prints a table, or CSV for other programs:  node query.mjs [--csv] FILE.sql
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const words = process.argv.slice(2);
const csv = words[0] === "--csv" && Boolean(words.shift());
if (words.length !== 1) {
  console.error("usage: node query.mjs [--csv] FILE.sql");
  process.exit(2);
}
// DUCKDB is a folder with node_modules, where it is not this one.
const from = createRequire(process.env.DUCKDB ? `${process.env.DUCKDB}/` : import.meta.url);
const { DuckDBInstance } = from("@duckdb/node-api");
const connection = await (await DuckDBInstance.create(":memory:")).connect();
const answer = await connection.runAndReadAll(readFileSync(words[0], "utf8"));
const lines = [answer.columnNames(), ...answer.getRows().map((row) => row.map((cell) => (cell === null ? "" : String(cell))))];
if (csv) {
  const quoted = (cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  for (const line of lines) console.log(line.map(quoted).join(","));
} else {
  const width = lines[0].map((_, k) => Math.max(...lines.map((line) => line[k].length)));
  for (const line of lines) console.log(line.map((cell, k) => (k ? cell.padStart(width[k]) : cell.padEnd(width[k]))).join("  "));
}
