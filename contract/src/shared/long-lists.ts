/*
 * Search in lists with very many rows, such as bank statements. PostgreSQL finds a search text by a trigram index. A text that is too short for this
 * index matches nearly all rows, so it is searched only within a few days.
 */

/** Longest range, in days, in which a search does not need the index. */
export const fewDays = 31

interface Asked {
  search?: string | undefined
  awal?: string | undefined
  akhir?: string | undefined
}

const dayMs = 86_400_000

const isOfFewDays = ({ awal, akhir }: Asked): boolean =>
  awal !== undefined && akhir !== undefined && Date.parse(akhir) - Date.parse(awal) < fewDays * dayMs

/** True when the text contains three consecutive letters or digits, so that the trigram index can find it. */
export const isIndexed = (typed: string): boolean => /[\p{L}\p{N}]{3}/u.test(typed)

/** True when PostgreSQL can answer the search fast enough. */
export const isFindable = (asked: Asked): boolean => asked.search === undefined || isIndexed(asked.search) || isOfFewDays(asked)

export const tooShort = { path: ['search'], message: `Ketik minimal 3 huruf atau angka, atau pilih paling lama ${fewDays} hari` }
