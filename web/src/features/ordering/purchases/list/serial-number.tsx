import type { PurchaseDetail } from '@lapak/contract/ordering/purchases'
import classes from '#features/ordering/purchases/list/serial-number.module.css'
import { groupInFours } from '#lib/targets.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'

/** The serial number in large type, to read it aloud. A token of a known format is shown with its parts. */
export function SerialNumber({ text, parts }: { text: string; parts: PurchaseDetail['serialparts'] }) {
  return (
    <div className={classes.serial}>
      <div className={classes.head}>
        <div>
          <div className={classes.label}>{parts?.token ? 'Token' : 'Serial Number'}</div>
          <div className={classes.number}>{groupInFours(parts?.token?.replace(/\D/g, '') ?? text)}</div>
        </div>
        <CopyButton text={parts?.token ?? text} label="Salin serial number" />
      </div>
      {parts && (
        <Facts
          facts={[
            { label: 'Nama', value: parts.name },
            { label: 'Tarif / daya', value: [parts.tariff, parts.power].filter(Boolean).join(' / ') },
            { label: 'kWh', value: parts.kwh },
          ]}
        />
      )}
    </div>
  )
}
