import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sameText } from '#shared/secrets.ts'
import { endUnlessRead } from './server-limits.ts'
import type { WriteCheck } from './write-check.ts'

export interface HealthContext {
  writeCheck: Pick<WriteCheck, 'check'>
  orders: {
    /** True while orders fail in this process. */
    failing(): boolean
    /** True if an order was placed within this time. */
    placedWithin(ms: number): boolean
  }
  /** True from the first stop signal. */
  closing(): boolean
  /** Orders waiting to be placed. */
  waiting(): number
  /** Bearer token of the metrics collector. If empty, metrics can be read only from this machine, and not at all in production. */
  metricsToken: string
  production: boolean
  figures: Figures
}

/** Figures that are read from the database, by their name without the prefix `lapak_`. */
interface Figures {
  help: Readonly<Record<string, string>>
  /** Null where there is nothing to measure. */
  read(): Promise<Readonly<Record<string, number | null>>>
}

/** `/healthz`: the process is alive. `/readyz`: orders can be taken. `/metrics`: for Prometheus only. */
export function healthRoutes(app: FastifyInstance, context: HealthContext) {
  app.get('/healthz', () => ({ success: true, msg: 'OK' }))
  app.get('/readyz', async (_, reply) => {
    const reason = await notReady(context)
    return reason === null ? { success: true, msg: 'OK' } : reply.code(503).header('retry-after', '1').send({ success: false, msg: reason })
  })
  const registry = metrics(app, context)
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, context)) return reply.callNotFound()
    endUnlessRead(reply, reply.server.clocks.answerMs)
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

/** In production a proxy on the same machine gives every request a local IP address, so the IP address is not sufficient there. */
const mayRead = ({ ip, headers }: FastifyRequest, { metricsToken: token, production }: HealthContext): boolean =>
  token === '' ? !production && /^(127\.|::1$|::ffff:127\.)/.test(ip) : sameText(headers.authorization ?? '', `Bearer ${token}`)

/** Under much load the check may be late, but orders that are placed prove the same. */
const placedLatelyMs = 10_000

async function notReady({ closing, orders, writeCheck }: HealthContext): Promise<string | null> {
  if (closing()) return 'closing'
  if (orders.failing()) return 'orders fail'
  const fault = await writeCheck.check()
  return fault === 'the database is slow' && orders.placedWithin(placedLatelyMs) ? null : fault
}

function metrics(app: FastifyInstance, { waiting, figures }: HealthContext): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'lapak_orders_waiting',
    help: 'Orders waiting to be placed',
    registers: [registry],
    collect() {
      this.set(waiting())
    },
  })
  addFigures(registry, figures)
  const seconds = new Histogram({
    name: 'lapak_http_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: Math.floor(reply.statusCode / 100) },
      reply.elapsedTime / 1000,
    )
    done()
  })
  return registry
}

/** Within this time one reading serves all figures, and several collectors, in milliseconds. */
const readAgainMs = 5_000

/** If the database cannot be read, the figures are absent, which an alert rule can see. */
function addFigures(registry: Registry, { help, read }: Figures) {
  let readAt = 0
  let reading: Promise<Readonly<Record<string, number | null>>> = Promise.resolve({})
  const readOnce = () => {
    if (Date.now() - readAt > readAgainMs) {
      readAt = Date.now()
      reading = read().catch(() => ({}))
    }
    return reading
  }
  for (const [name, text] of Object.entries(help))
    new Gauge({
      name: `lapak_${name}`,
      help: text,
      registers: [registry],
      async collect() {
        const value = (await readOnce())[name]
        if (value === null || value === undefined) this.remove()
        else this.set(value)
      },
    })
}
