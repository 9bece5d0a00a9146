import type { PurchaseDetail } from '@lapak/contract/ordering/purchases'
import { wib } from '@lapak/contract/shared/time-text'
import { Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconClock, IconHelpCircle, IconSend, type TablerIcon } from '@tabler/icons-react'
import classes from '#features/ordering/purchases/list/purchase-trail.module.css'
import { ReasonText } from '#features/ordering/purchases/list/reason.tsx'
import { Rupiah } from '#ui/money.tsx'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'

type Attempt = PurchaseDetail['attempts'][number]

const looks: Record<Attempt['state'], { label: string; colour: StatusColour; icon: TablerIcon }> = {
  queued: { label: 'Antre', colour: 'gray', icon: IconCircleDashed },
  sending: { label: 'Dikirim', colour: 'blue', icon: IconSend },
  waiting: { label: 'Diproses', colour: 'blue', icon: IconClock },
  unknown: { label: 'Belum pasti', colour: 'orange', icon: IconHelpCircle },
  success: { label: 'Sukses', colour: 'green', icon: IconCircleCheck },
  failed: { label: 'Gagal', colour: 'red', icon: IconCircleX },
  unsent: { label: 'Tidak terkirim', colour: 'gray', icon: IconCircleDashed },
}

/** The attempts to deliver the purchase in their order, each with the answer of its seller. */
export function PurchaseTrail({ attempts }: { attempts: Attempt[] }) {
  return (
    <section>
      <Text component="h3" fw={650} mb={8}>
        Jejak pengiriman
      </Text>
      {attempts.length === 0 && (
        <Text size="sm" c="dimmed">
          Belum dikirim ke suplier mana pun.
        </Text>
      )}
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.id.toString()} className={classes.attempt} data-colour={looks[attempt.state].colour}>
            <div className={classes.line}>
              <span className={classes.seller}>{attempt.sellername}</span>
              <StatusBadge {...looks[attempt.state]} />
            </div>
            <div className={classes.line}>
              <Rupiah of={attempt.price} />
              <span className={classes.time}>
                {wib(attempt.createat)}
                {attempt.tookms !== null && ` · ${seconds(attempt.tookms)}`}
              </span>
            </div>
            {attempt.message && (
              <div className={classes.message}>
                <ReasonText words={attempt.message} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1).replace('.', ',')} dtk`
