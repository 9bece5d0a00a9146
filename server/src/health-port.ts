import { type HealthContext, healthRoutes } from '#http/health.ts'
import { createHttp } from '#http/http.ts'
import { healthFigures, readFigures } from './contexts/backoffice/health/figures.ts'
import type { Services } from './services.ts'
import { atMost, shutdownMs } from './shutdown.ts'

/** What `/healthz`, `/readyz` and `/metrics` of every process say. */
export const healthContext = (parts: Services, closing: () => boolean): HealthContext => ({
  ...parts.config,
  writeCheck: parts.writeCheck,
  orders: parts.purchases.failures,
  closing,
  waiting: () => parts.purchases.waiting,
  figures: { help: healthFigures, read: () => readFigures(parts, new Date()) },
})

/** For processes without the http role, and to keep the metrics off the public port. Returns the function that closes it. */
export async function startHealthPort(parts: Services, port: number, closing: () => boolean): Promise<() => Promise<void>> {
  const app = createHttp({ log: parts.log, trustProxy: '' })
  healthRoutes(app, healthContext(parts, closing))
  await app.listen({ host: parts.config.host, port })
  return () => atMost(shutdownMs, app.close())
}
