import type { accessCalls } from '@lapak/contract/auth/access'
import type { DataOf } from '@lapak/contract/shared/call'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Skeleton, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isHandheld, userAgentLabel } from '#features/auth/access/agent-labels.ts'
import { sessionsQuery, useEndOtherSessions, useEndSession } from '#features/auth/access/sessions.api.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'

type Session = DataOf<typeof accessCalls.sessions>[number]

/** The sessions of this account, each with a button to end it. */
export function Sessions() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const endOthers = useEndOtherSessions()
  const others = data?.filter((session) => !session.current).length ?? 0
  const askEndOthers = () =>
    openConfirmation({
      question: `Akhiri ${others} sesi lain? Perangkat itu harus masuk lagi.`,
      danger: true,
      onYes: () => endOthers.mutate(),
    })
  return (
    <Section
      title="Sesi aktif"
      hint="Perangkat yang sedang masuk ke akun ini. Akhiri yang tidak Anda kenal, lalu ganti password."
      action={
        others > 0 && (
          <Button variant="default" size="sm" color="red" loading={endOthers.isPending} onClick={askEndOthers}>
            Akhiri semua sesi lain
          </Button>
        )
      }
    >
      {data ? (
        <RowList>
          {data.map((session) => (
            <SessionLine key={session.id.toString()} session={session} />
          ))}
        </RowList>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={64} />
      )}
    </Section>
  )
}

function SessionLine({ session }: { session: Session }) {
  const end = useEndSession()
  const device = userAgentLabel(session.agent)
  const Icon = isHandheld(session.agent) ? IconDeviceMobile : IconDeviceDesktop
  const askEnd = () =>
    openConfirmation({
      question: `Akhiri sesi ${device}${session.address ? ` dari ${session.address}` : ''}?`,
      danger: true,
      onYes: () => end.mutate(session.id),
    })
  return (
    <Row
      mark={<Icon size={24} stroke={1.6} aria-hidden />}
      actions={
        session.current ? (
          <Text size="sm" fw={600} c="green.8">
            Sesi ini
          </Text>
        ) : (
          <Button
            variant="subtle"
            size="sm"
            color="red"
            loading={end.isPending}
            aria-label={`Akhiri sesi ${device} ${wib(session.usedat)}`}
            onClick={askEnd}
          >
            Akhiri
          </Button>
        )
      }
    >
      <Text size="sm" fw={600}>
        {device}
      </Text>
      <RowFacts>
        <span>{session.address ?? 'Alamat tidak dikenal'}</span>
        <span>Terakhir dipakai {wib(session.usedat)}</span>
        <span>Masuk {wib(session.createat)}</span>
      </RowFacts>
    </Row>
  )
}
