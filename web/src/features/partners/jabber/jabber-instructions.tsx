import { jabberCommands, jabberOptions } from '@lapak/contract/partner-api/xmpp'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconKey, IconMessageOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { jabberPlatformQuery, useNewJabberSecret, useRemoveJabberSecret } from '#features/partners/jabber/jabber.api.ts'
import classes from '#features/partners/jabber/jabber.module.css'
import { openConfirmation } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { SecretText } from '#ui/secret-text.tsx'
import { Section } from '#ui/section.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** The Jabber address to write to, the commands, and the key that the commands need. */
export function JabberInstructions() {
  const { data, error, refetch } = useQuery(jabberPlatformQuery)
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={180} />
  return (
    <>
      <PlatformAddresses addresses={data.alamat} />
      <JabberKey own={data.kuncisendiri} />
      <Commands />
    </>
  )
}

const PlatformAddresses = ({ addresses }: { addresses: readonly string[] }) => (
  <Section title="Alamat Lapak" hint="Kirim perintah ke salah satu alamat ini. Bila satu tidak menjawab, pakai yang lain.">
    {addresses.length === 0 ? (
      <EmptyState icon={IconMessageOff} title="Belum dibuka" hint="Pemesanan lewat Jabber belum tersedia di sini." />
    ) : (
      <RowList>
        {addresses.map((address) => (
          <Row key={address} actions={<CopyButton text={address} label={`Salin ${address}`} />}>
            <Text className={classes.form}>{address}</Text>
          </Row>
        ))}
      </RowList>
    )}
  </Section>
)

function JabberKey({ own }: { own: boolean }) {
  const make = useNewJabberSecret()
  const remove = useRemoveJabberSecret()
  const askMake = () =>
    own
      ? openConfirmation({
          question: 'Ganti kunci Jabber? Kunci yang lama langsung tidak berlaku.',
          danger: true,
          onYes: () => make.mutate(),
        })
      : make.mutate()
  const confirmRemove = () =>
    openConfirmation({
      question: 'Hapus kunci Jabber? Perintah kembali memakai secret dari API key pertama Anda.',
      danger: true,
      onYes: () => {
        make.reset()
        remove.mutate()
      },
    })
  return (
    <Section
      title="Kunci perintah"
      hint={
        own
          ? 'Perintah memakai kunci Jabber Anda. Secret API tidak diterima di Jabber.'
          : 'Perintah memakai secret dari API key pertama, yang dikirim ke e-mail saat pendaftaran. Anda boleh membuat kunci tersendiri untuk Jabber.'
      }
    >
      <Stack gap="sm">
        {make.data && (
          <>
            <SecretText label="Kunci Jabber" text={make.data.secret} />
            <Text size="sm" c="dimmed">
              Simpan sekarang: kunci ini hanya ditampilkan sekali.
            </Text>
          </>
        )}
        <Group gap="xs">
          <Button variant="default" leftSection={<IconKey size={18} />} loading={make.isPending} onClick={askMake}>
            {own ? 'Ganti kunci Jabber' : 'Buat kunci Jabber'}
          </Button>
          {own && (
            <Button variant="default" loading={remove.isPending} onClick={confirmRemove}>
              Hapus kunci Jabber
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  )
}

const Commands = () => (
  <Section
    title="Perintah"
    hint={`Di belakang trx dan bayar boleh ditambah, dipisah spasi: ${jabberOptions.map(({ form, about }) => `${form} (${about})`).join(', ')}.`}
  >
    <RowList>
      {jabberCommands.map(({ form, about }) => (
        <Row key={form} actions={<CopyButton text={form} label={`Salin ${form}`} />}>
          <code className={classes.form}>{form}</code>
          <RowFacts>{about}</RowFacts>
        </Row>
      ))}
    </RowList>
  </Section>
)
