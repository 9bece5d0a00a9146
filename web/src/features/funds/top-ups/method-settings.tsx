import { topupFeeText } from '@lapak/contract/funds/top-ups'
import { cashNames } from '@lapak/contract/shared/banks'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type MethodSettings as Method, methodSettingsQuery } from '#features/funds/top-ups/method-settings.api.ts'
import { Card } from '#ui/card.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'
import link from '#ui/text-link.module.css'

interface MethodSettingsProps {
  /** Ids of methods whose change waits for a second administrator. */
  waiting: ReadonlySet<string>
  onOpen: (id: string) => void
}

/** Every payment method with its account, fee and availability. */
export function MethodSettings({ waiting, onOpen }: MethodSettingsProps) {
  const { data, error, refetch } = useQuery(methodSettingsQuery)
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return (
    <Card size="lg">
      <RowList aria-label="Metode topup">
        {data.map((method) => (
          <MethodLine key={method.id} method={method} waits={waiting.has(method.id.toString())} onOpen={onOpen} />
        ))}
      </RowList>
    </Card>
  )
}

function MethodLine({ method, waits, onOpen }: { method: Method; waits: boolean; onOpen: (id: string) => void }) {
  const { id, name, cashcode, accountno, accountname, enabled, updateat } = method
  return (
    <Row
      actions={
        <Button variant="default" size="sm" onClick={() => onOpen(id.toString())} aria-label={`Ubah ${name}`}>
          Ubah
        </Button>
      }
    >
      <Text fw={600} size="sm">
        {name} {!enabled && <Tag>Tidak aktif</Tag>}
      </Text>
      <Text size="sm">{accountno ? `${accountno} a.n. ${accountname}, kas ${cashNames[cashcode]}` : `Kas ${cashNames[cashcode]}`}</Text>
      <RowFacts>
        <span>Biaya {topupFeeText(method) ?? 'tidak ada'}</span>
        <span>Diubah {wib(updateat)}</span>
        {waits && (
          <Link to="/persetujuan" className={link.link}>
            <Tag tone="own">Menunggu admin kedua</Tag>
          </Link>
        )}
      </RowFacts>
    </Row>
  )
}
