import { whenAsked } from '#core/jobs.ts'
import { askOwner, askOwnerOf, type OwnerDeps } from './owner-by-bank.ts'

export const bankAccountJobs = (deps: OwnerDeps) => [whenAsked(askOwner, ({ id }) => askOwnerOf(deps, id))]
