// What must be seen to before a card is sent: a line that cannot be read, an opponent who does not fit, a line of a
// photographed card that was not compared, a total that is blank. The first of these has the cursor, and is told.

import { halfTyped, readKeys } from "./keys.js";

export function isReady(card) {
  for (const row of card.rows) {
    const read = readKeys(row.cell.value, card.grid);
    if (read.state === "wrong" || read.state === "begun") {
      card.tell(row, read.why ?? halfTyped(row.cell.value, card.grid));
      row.cell.focus();
      return false;
    }
    const fault = row.isKeyed ? card.opponents.fault(row) : "";
    if (fault) {
      card.opponents.name(row);
      card.say(`Game ${row.game}: ${fault}`);
      row.opponent.focus();
      return false;
    }
  }
  const unseen = card.rows.find((row) => row.isDoubtful);
  if (unseen) {
    unseen.cell.focus();
    card.say(`Game ${unseen.game}: compare it with the paper. Enter: as it stands here.`);
    return false;
  }
  return card.totals.areReady();
}
