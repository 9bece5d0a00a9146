const namedMax = 3

/**
 * Names all tickets about which an administrator is asked: `TP-1, TP-2`, and from four on `TP-1, TP-2, TP-3 dan 2 lainnya`. The administrator confirms
 * by repeating this text, so that a ticket that is added meanwhile is asked about.
 */
export function invoicesText(invoices: readonly string[]): string {
  const named = invoices.slice(0, namedMax).join(', ')
  return invoices.length > namedMax ? `${named} dan ${invoices.length - namedMax} lainnya` : named
}
