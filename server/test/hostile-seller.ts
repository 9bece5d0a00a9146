import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A seller's server that knows orders by their reference alone, whatever else is asked for. */
export interface HostileSeller {
  url: string
  /** What was sold, in order. */
  sold: { reference: string; target: string; serialNumber: string }[]
  /** Sells at each order call, whatever the reference. Otherwise it repeats what it sold under the reference, whatever target is asked for. */
  sellsTwice: boolean
  close(): Promise<void>
}

export async function startHostileSeller(): Promise<HostileSeller> {
  const hostile = { sold: [] as HostileSeller['sold'], sellsTwice: false }
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://seller')
    const reference = query.get('ref') ?? ''
    const isOrder = pathname === '/order'
    let known = hostile.sold.find((one) => one.reference === reference)
    if (isOrder && (known === undefined || hostile.sellsTwice)) {
      known = { reference, target: query.get('to') ?? '', serialNumber: `SN${9_000_001 + hostile.sold.length}` }
      hostile.sold.push(known)
    }
    response.end(
      JSON.stringify(
        known === undefined
          ? { status: 'Gagal', ref_id: reference, message: 'Transaksi tidak ditemukan' }
          : { status: 'Sukses', ref_id: reference, sn: known.serialNumber },
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(hostile, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

export const hostileTemplates = (url: string) => ({
  order: `${url}/order?ref=[refid]&to=[tujuan]&product=[kodeproduk]`,
  status: `${url}/status?ref=[refid]&to=[tujuan]&product=[kodeproduk]`,
})
