import { qualityDays } from '@lapak/contract/shared/quality'
import { IconBolt, IconCircleCheck, IconMessageReport } from '@tabler/icons-react'
import classes from '#features/catalogue/catalogue/quality.module.css'

interface Measured {
  successrate: number | null
  mediandetik: number | null
  /** The number of disputes per hundred successful orders. */
  sengketa: number | null
}

/** The quality of recent deliveries; renders nothing if there were no deliveries. */
export function Quality({ successrate, mediandetik, sengketa }: Measured) {
  if (successrate === null && mediandetik === null) return null
  return (
    <span className={classes.quality}>
      {successrate !== null && (
        <span className={classes.part} title={`Transaksi sukses, ${qualityDays} hari terakhir`}>
          <IconCircleCheck size={14} aria-hidden />
          {Math.round(successrate)}% sukses
        </span>
      )}
      {mediandetik !== null && (
        <span className={classes.part} title={`Separuh pesanan selesai dalam waktu ini, ${qualityDays} hari terakhir`}>
          <IconBolt size={14} aria-hidden />
          {duration(mediandetik)}
        </span>
      )}
      {sengketa !== null && sengketa > 0 && (
        <span className={classes.part} title={`Dari 100 transaksi sukses, dilaporkan pembeli, ${qualityDays} hari terakhir`}>
          <IconMessageReport size={14} aria-hidden />
          {sengketa.toFixed(sengketa < 10 ? 1 : 0).replace('.', ',')}% sengketa
        </span>
      )}
    </span>
  )
}

function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1).replace('.', ',').replace(/,0$/, '')} dtk`
  return seconds < 90 ? `${Math.round(seconds)} dtk` : `${Math.round(seconds / 60)} mnt`
}
