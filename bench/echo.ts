/**
 * The minimum work of a Node server for a signed order: it reads the body, checks its HMAC, parses it, and answers with as much JSON as for a placed
 * order. It does not use a database. Its argument is a file with `{key: secret}`, and it prints its URL.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const secrets = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<string, string>

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    const { 'x-api-key': key = '', 'x-timestamp': timestamp, 'x-signature': signature = '' } = request.headers
    const expected = createHmac('sha256', secrets[String(key)] ?? '')
      .update(`${timestamp}.${body}`)
      .digest()
    const given = Buffer.from(String(signature), 'hex')
    const signed = given.length === expected.length && timingSafeEqual(given, expected)
    const { productcode, target, reffclient } = JSON.parse(body) as Record<string, string>
    const answer = JSON.stringify({
      success: signed,
      data: {
        reffid: '1',
        reffclient,
        productcode,
        target,
        counter: 1,
        price: 5150,
        balance: 99_994_850,
        status: 'pending',
        rc: '00',
        sn: '',
      },
      message: 'Transaksi sedang diproses',
    })
    response.writeHead(signed ? 200 : 401, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) }).end(answer)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
