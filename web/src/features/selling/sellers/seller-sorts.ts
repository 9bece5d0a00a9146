/** The sort orders of the list of sellers, by their value on the wire; the first one is the default. */
export const sortLabels = {
  'sellerid,RAND()': 'Acak',
  'rating,DESC': 'Rating',
  'successrate,DESC': 'Paling andal',
  'mediandetik,ASC': 'Paling cepat',
  'sellername,ASC': 'Nama',
} as const

export type SellerSort = keyof typeof sortLabels

export const defaultSort: SellerSort = 'sellerid,RAND()'

export const sellerSorts = Object.keys(sortLabels) as SellerSort[]
