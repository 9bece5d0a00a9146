/*
 * Search in lists with very many rows, such as bank statements. A search text is found by a trigram index; a shorter text matches nearly all rows, so
 * it is searched only within a few days.
 */

/** The longest range, in days, that is searched without the index. */
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

/** True when the search can be answered fast enough. */
export const isFindable = (asked: Asked): boolean => asked.search === undefined || isIndexed(asked.search) || isOfFewDays(asked)

export const tooShort = { path: ['search'], message: `Ketik minimal 3 huruf atau angka, atau pilih paling lama ${fewDays} hari` }
