import type { BlockdevOptions, BlockdevRef, QmpRequest } from "./requests";

const file: BlockdevOptions = { driver: "file", filename: "a.qcow2" };
const byName: BlockdevRef = "lower";
const add: QmpRequest = {
  execute: "blockdev-add",
  arguments: { driver: "qcow2", "node-name": "disk", file, backing: null },
  id: 1,
};
const raw: QmpRequest = {
  execute: "blockdev-add",
  arguments: { driver: "raw", file: byName, "detect-zeroes": "unmap", discard: "unmap" },
};

// The discriminator tells which members there are.
function nameOf(options: BlockdevOptions): string {
  switch (options.driver) {
    case "file":
      return options.filename;
    case "qcow2":
      return typeof options.file === "string" ? options.file : nameOf(options.file);
    default:
      return options["node-name"] ?? "";
  }
}

// So does the command's name.
function target(request: QmpRequest): string {
  return request.execute === "blockdev-del" ? JSON.stringify(request.arguments) : request.execute;
}

// @ts-expect-error there is no such driver
const noDriver: BlockdevOptions = { driver: "floppy" };
// @ts-expect-error a member is missing
const noFile: BlockdevOptions = { driver: "qcow2", "node-name": "x" };
// @ts-expect-error a member of another branch
const ofAnother: BlockdevOptions = { driver: "null-co", filename: "a" };
// @ts-expect-error a value that the enumeration lacks
const noValue: BlockdevOptions = { driver: "null-co", discard: "perhaps" };
// @ts-expect-error there is no such command
const noCommand: QmpRequest = { execute: "blockdev-ad", arguments: file };
// @ts-expect-error arguments of another command
const ofAnotherCommand: QmpRequest = { execute: "nbd-server-start", arguments: file };
// @ts-expect-error a reference is a name or a node, no number
const noReference: BlockdevRef = 7;

function wrong(options: BlockdevOptions): string {
  // @ts-expect-error not every driver has a file name
  return options.filename;
}

export const all = [
  add, raw, noDriver, noFile, ofAnother, noValue, noCommand, ofAnotherCommand, noReference,
  nameOf(file), target(add), wrong(file),
];
