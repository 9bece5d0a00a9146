import { demoBuyers } from './people.ts'

export interface DemoFavourite {
  by: string
  name: string
  /** In the format stored by an order of the product. */
  target: string
  productCode: string
}

const [buyer = ''] = demoBuyers.map(({ email }) => email)

/** Weekly purchases of the first buyer's cashier. */
export const demoFavourites: readonly DemoFavourite[] = [
  { by: buyer, name: 'Ibu Sari', target: '14208813377', productCode: 'PLN50' },
  { by: buyer, name: 'Mbak Rina', target: '085790224416', productCode: 'DANA50' },
  { by: buyer, name: 'Pak Budi', target: '081290117745', productCode: 'S10' },
]
