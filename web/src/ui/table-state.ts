import { readRemembered, remember } from '#lib/remembered.ts'

/** What a list's address says; absent means the default. */
export interface TableSearch {
  page?: number
  size?: number
  sort?: string
}

export interface TableState {
  /** From 1, as people count; the wire counts from 0. */
  page: number
  size: number
  /** `field,ASC` or `field,DESC`. */
  sort: string
}

export const pageSizes = [10, 25, 50, 100]
const everything = 10_000

/** The address decides; without a sort in it the one chosen last on this list holds (B-CONST-14). */
export function tableState(name: string, search: TableSearch): TableState {
  return { page: search.page ?? 1, size: search.size ?? 10, sort: search.sort ?? readRemembered(`sort.${name}`) ?? 'id,DESC' }
}

export function rememberSort(name: string, sort: string) {
  remember(`sort.${name}`, sort)
}

/** The state as the wire wants it. */
export function pageAsked({ page, size, sort }: TableState) {
  return { page: page - 1, size: size < 0 ? everything : size, sort }
}

export function splitSort(sort: string): { field: string; descending: boolean } {
  const [field = 'id', direction] = sort.split(',')
  return { field, descending: direction !== 'ASC' }
}
