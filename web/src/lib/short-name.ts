const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length).trimEnd()}…` : text)

/** The shortened name of a seller, for lists and next to products (B-CONST-21). */
export const shortName = (name: string): string => cut(name, 20)
export const shorterName = (name: string): string => cut(name, 15)
