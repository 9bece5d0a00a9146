import type { Statement } from '@lapak/contract/funds/bank-statements'
import { wib, wibBare } from '@lapak/contract/shared/time-text'

/** Some banks tell the day only. */
export const timeOf = ({ tanggaltran, withtime }: Pick<Statement, 'tanggaltran' | 'withtime'>): string =>
  withtime ? wib(tanggaltran) : wibBare(tanggaltran).slice(0, 10)
