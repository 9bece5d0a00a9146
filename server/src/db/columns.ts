/*
 * Columns by the names that the wire has for them, such as `{ ip: 'allowed_addresses' }`, so that each pair is written down once.
 */

type Columns = Readonly<Record<string, string>>

type Selected<Of extends Columns> = { [Name in keyof Of & string]: `${Of[Name]} as ${Name}` }[keyof Of & string]

/** For a `select`. */
export const selected = <Of extends Columns>(columns: Of) =>
  Object.entries(columns).map(([name, column]) => `${column} as ${name}`) as Selected<Of>[]

type ByColumn<Of extends Columns, Given> = { [Name in keyof Given as Name extends keyof Of ? Of[Name] : never]: Given[Name] }

/** For `values` or `set`: what is given, by its columns. What has none among these stays behind. */
export const byColumn = <Of extends Columns, Given extends object>(columns: Of, given: Given) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (Object.hasOwn(columns, name) ? [[columns[name], value]] : [])),
  ) as ByColumn<Of, Given>
