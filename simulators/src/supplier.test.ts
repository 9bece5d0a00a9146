import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startSupplier } from './supplier.ts'

test('a status query that arrives together with its order is answered after the order was accepted', async () => {
  const credentials = { userId: 'PA0001', pin: '4321', username: 'pasar', password: 'rahasia' }
  const supplier = await startSupplier({ kind: 'http-get', credentials })
  onTestFinished(() => supplier.close())
  const { hostname, port } = new URL(supplier.url)
  const line = async () => {
    const socket = connect(Number(port), hostname)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const send = (socket: Socket, template = '') => {
    const filled = { userid: 'PA0001', pin: '4321', user: 'pasar', username: 'pasar', password: 'rahasia', kodeproduk: 'S5' }
    const more = { tujuan: '081200017777', refid: 'R1', counter: '1', qty: '1' }
    const url = Object.entries({ ...filled, ...more }).reduce((text, [name, value]) => text.replaceAll(`[${name}]`, value), template)
    socket.write(`GET ${url.slice(supplier.url.length)} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`)
    return once(socket, 'data').then(([bytes]) => String(bytes))
  }
  const [asking, ordering] = await Promise.all([line(), line()])
  const [status] = await Promise.all([send(asking, supplier.templates.status), send(ordering, supplier.templates.order)])
  expect(supplier.ordersOf('R1')).toBe(1)
  expect(status).toContain('SUKSES')
})
