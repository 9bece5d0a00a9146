/* Maps wire names to columns, such as `{ ip: 'allowed_addresses' }`, so that each pair is defined once. */

type Columns = Readonly<Record<string, string>>

type Selected<Of extends Columns> = { [Name in keyof Of & string]: `${Of[Name]} as ${Name}` }[keyof Of & string]

/** For a `select`. */
export const selectColumns = <Of extends Columns>(columns: Of) =>
  Object.entries(columns).map(([name, column]) => `${column} as ${name}`) as Selected<Of>[]

type ByColumn<Of extends Columns, Given> = { [Name in keyof Given as Name extends keyof Of ? Of[Name] : never]: Given[Name] }

/** For `values` or `set`: the given fields under their columns. Fields without a column are dropped. */
export const byColumn = <Of extends Columns, Given extends object>(columns: Of, given: Given) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (Object.hasOwn(columns, name) ? [[columns[name], value]] : [])),
  ) as ByColumn<Of, Given>
