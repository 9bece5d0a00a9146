/*
 * Lists of very many rows, such as those of banks. What is typed is found by an index of three letters in a row; shorter words stand in nearly all rows,
 * and are looked for among few days only.
 */

/** Days whose rows can be looked through one by one. */
export const fewDays = 31

interface Asked {
  search?: string | undefined
  awal?: string | undefined
  akhir?: string | undefined
}

const dayMs = 86_400_000

const isOfFewDays = ({ awal, akhir }: Asked): boolean =>
  awal !== undefined && akhir !== undefined && Date.parse(akhir) - Date.parse(awal) < fewDays * dayMs

/** Whether an index knows what was typed. */
export const isIndexed = (typed: string): boolean => /[\p{L}\p{N}]{3}/u.test(typed)

/** Whether what a long list is asked for can be found in time. */
export const isFindable = (asked: Asked): boolean => asked.search === undefined || isIndexed(asked.search) || isOfFewDays(asked)

export const tooShort = { path: ['search'], message: `Ketik minimal 3 huruf atau angka, atau pilih paling lama ${fewDays} hari` }
