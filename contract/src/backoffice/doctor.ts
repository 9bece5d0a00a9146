import { z } from 'zod'
import { call } from '../shared/call.ts'

/** What the doctor looks at, in the order in which it is shown. */
export const doctorChecks = [
  'environment',
  'node',
  'disk',
  'witness',
  'database',
  'settings',
  'pooler',
  'role',
  'connections',
  'migrations',
  'clock',
  'secrets',
  'workers',
  'mail',
  'whatsapp',
  'store',
  'gateway',
  'address',
  'websocket',
  'admins',
  'methods',
  'terms',
  'backup',
] as const
export type DoctorCheck = (typeof doctorChecks)[number]

/** `warn`: it works, and may not for long or for everybody. */
export const doctorStates = ['ok', 'warn', 'fail'] as const

const finding = z.object({ nama: z.enum(doctorChecks), keadaan: z.enum(doctorStates), pesan: z.string() })
export type DoctorFinding = z.output<typeof finding>

export const doctorCalls = {
  run: call('POST', '/api/admin/v1/doctor', {
    summary: 'Check the installation now, as `npm run doctor` does: machine, database, services, address',
    access: 'admin',
    limit: { setting: 'health.adapterTestsPerMinute', seconds: 60 },
    data: z.array(finding),
  }),
  seen: call('GET', '/public/address', {
    summary: 'Read the address from which the server sees this request, to check TRUST_PROXY',
    access: 'public',
    data: z.object({ address: z.string() }),
  }),
}
