import { wib } from '@lapak/contract/shared/time-text'
import { Button, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import classes from '#features/partners/callbacks/callback-origins.module.css'
import {
  type CallbackEndpoint,
  endpointsQuery,
  useRevokeVerification,
  useSendChallenge,
  useVerifyEndpoint,
} from '#features/partners/callbacks/callbacks.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The origins of the callback URLs: which origins are verified, and how to verify the other origins. */
export function CallbackOrigins({ address }: { address: string }) {
  const { data, error, refetch } = useQuery(endpointsQuery(address))
  if (!data && !error) return null
  if (data?.length === 0) return null
  return (
    <Section
      title="Bukti alamat callback"
      hint="Sebelum callback dikirim ke sebuah alamat, server di sana menjawab tantangan kami, atau Anda mengetik kode dari log-nya. Sampai itu callback ditahan."
    >
      {data ? (
        <RowList>
          {data.map((endpoint) => (
            <EndpointRow key={endpoint.origin} endpoint={endpoint} />
          ))}
        </RowList>
      ) : (
        error && <ErrorState message={error.message} onRetry={() => void refetch()} />
      )}
    </Section>
  )
}

function EndpointRow({ endpoint: { origin, state, askedat, provedat, held } }: { endpoint: CallbackEndpoint }) {
  const isVerified = state === 'proved'
  return (
    <Row
      actions={
        isVerified ? (
          <>
            <StatusBadge colour="green" icon={IconCircleCheck} label="Terbukti" />
            <RevokeVerificationButton origin={origin} />
          </>
        ) : (
          <StatusBadge colour="orange" icon={IconHandStop} label="Menunggu bukti" />
        )
      }
    >
      <Text fw={600} className={classes.origin}>
        {origin}
      </Text>
      {provedat && <RowFacts>sejak {wib(provedat)}</RowFacts>}
      {!isVerified && (
        <>
          <RowFacts>
            {held} callback ditahan{askedat && ` · tantangan terakhir ${wib(askedat)}`}
          </RowFacts>
          <VerifyEndpointForm origin={origin} />
        </>
      )}
    </Row>
  )
}

function RevokeVerificationButton({ origin }: { origin: string }) {
  const revokeVerification = useRevokeVerification()
  const confirmRevoke = () =>
    openConfirmation({
      question: `Cabut bukti ${origin}? Callback ke sana ditahan sampai alamat itu dibuktikan lagi.`,
      danger: true,
      onYes: () => revokeVerification.mutate(origin),
    })
  return (
    <Button
      variant="default"
      size="sm"
      color="red"
      aria-label={`Cabut bukti ${origin}`}
      loading={revokeVerification.isPending}
      onClick={confirmRevoke}
    >
      Cabut
    </Button>
  )
}

function VerifyEndpointForm({ origin }: { origin: string }) {
  const challenge = useSendChallenge()
  const verify = useVerifyEndpoint()
  const { field, formProps, busy } = useServerForm({
    initialValues: { challenge: '' },
    validate: { challenge: (typed) => (typed.trim() === '' ? 'Isi kode dari log server Anda' : null) },
    send: (values) => verify.mutateAsync({ origin, challenge: values.challenge.trim() }),
    fieldByErrorCode: { 'callback.challenge_wrong': 'challenge' },
  })
  const failureText = challenge.data && !challenge.data.proved ? challengeFailureText(challenge.data) : challenge.error?.message
  return (
    <>
      <form {...formProps} className={classes.proving}>
        <TextInput label="Kode tantangan" autoComplete="off" spellCheck={false} maxLength={100} {...field('challenge')} />
        <Button type="submit" loading={busy}>
          Buktikan
        </Button>
        <Button variant="default" loading={challenge.isPending} onClick={() => challenge.mutate(origin)}>
          Kirim ulang tantangan
        </Button>
      </form>
      {failureText && !challenge.isPending && (
        <Text size="sm" c="red.8" role="alert" mt={8}>
          {failureText}
        </Text>
      )}
    </>
  )
}

const challengeFailureText = ({ status, reason }: { status: number | null; reason: string }) =>
  reason === ''
    ? `Server menjawab HTTP ${status}, tanpa kode tantangan. Ketik kodenya dari log server Anda.`
    : `Server tidak menjawab: ${reason}`
