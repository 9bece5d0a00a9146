import { otpLength, otpTooShort } from '@lapak/contract/members/otp'
import { jabberResultsPerSecond } from '@lapak/contract/partner-api/xmpp'
import { jabberIdsMax } from '@lapak/contract/partners/jabber'
import { wib } from '@lapak/contract/shared/time-text'
import { emailPattern } from '@lapak/contract/shared/wire'
import { ActionIcon, Button, Group, Skeleton, Switch, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconHourglass, IconMessageBolt, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sendOtp } from '#features/members/otp/otp.api.ts'
import { OtpField } from '#features/members/otp/otp-field.tsx'
import {
  type JabberId,
  jabberIdsQuery,
  useAddJabberId,
  useChangeJabberId,
  useRemoveJabberId,
} from '#features/partners/jabber/jabber.api.ts'
import classes from '#features/partners/jabber/jabber.module.css'
import { useServerForm } from '#lib/use-server-form.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The Jabber addresses from which orders can be placed for the member. */
export function JabberList() {
  const { data, error, refetch } = useQuery(jabberIdsQuery)
  const [adding, setAdding] = useState(false)
  const add = (
    <Button leftSection={<IconPlus size={18} />} disabled={(data?.length ?? 0) >= jabberIdsMax} onClick={() => setAdding(true)}>
      Tambah JabberID
    </Button>
  )
  return (
    <Section
      title="JabberID"
      hint={`Alamat Jabber yang boleh memesan memakai saldo Anda, paling banyak ${jabberIdsMax}.`}
      action={data?.length ? add : null}
    >
      {data ? (
        data.length > 0 ? (
          <RowList>
            {data.map((jabber) => (
              <JabberLine key={jabber.id.toString()} jabber={jabber} />
            ))}
          </RowList>
        ) : (
          <EmptyState
            icon={IconMessageBolt}
            title="Belum ada JabberID"
            hint="Tambahkan alamat Jabber dari software atau aplikasi chat yang Anda pakai untuk memesan."
            action={add}
          />
        )
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={68} />
      )}
      {adding && <JabberDialog onClose={() => setAdding(false)} />}
    </Section>
  )
}

function JabberLine({ jabber }: { jabber: JabberId }) {
  const change = useChangeJabberId()
  const remove = useRemoveJabberId()
  const confirmRemove = () =>
    openConfirmation({
      question: `Hapus ${jabber.jid}? Pesanan dari alamat ini langsung ditolak.`,
      danger: true,
      onYes: () => remove.mutate(jabber.id),
    })
  return (
    <Row
      actions={
        <ActionIcon color="red" aria-label={`Hapus ${jabber.jid}`} loading={remove.isPending} onClick={confirmRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      }
    >
      <Group gap="xs">
        <Text fw={600} className={classes.jid}>
          {jabber.jid}
        </Text>
        {jabber.status ? (
          <StatusBadge colour="green" icon={IconCircleCheck} label="Enable" />
        ) : (
          <StatusBadge colour="gray" icon={IconCircleOff} label="Disable" />
        )}
        {!jabber.terverifikasi && <StatusBadge colour="orange" icon={IconHourglass} label="Belum terverifikasi" />}
      </Group>
      <RowFacts>Ditambahkan {wib(jabber.createat)}</RowFacts>
      {!jabber.terverifikasi && (
        <RowFacts>
          Kirim <code className={classes.form}>S.&lt;key&gt;</code> dari alamat ini ke salah satu alamat Lapak: perintah pertama dengan
          kunci yang benar memverifikasinya. Sebelum itu tidak ada hasil yang dikabarkan ke sana.
        </RowFacts>
      )}
      <Group gap="lg" mt="xs" align="flex-start">
        <Switch
          label="Boleh memesan"
          aria-label={`${jabber.jid} boleh memesan`}
          checked={jabber.status}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate({ id: jabber.id, status: currentTarget.checked ? 1 : 0 })}
        />
        <Switch
          label="Kabari hasil semua transaksi"
          description={`Paling banyak ${60 * jabberResultsPerSecond} per menit`}
          aria-label={`Kabari ${jabber.jid} hasil semua transaksi`}
          checked={jabber.semua}
          disabled={change.isPending || !jabber.status}
          onChange={({ currentTarget }) => change.mutate({ id: jabber.id, semua: currentTarget.checked ? 1 : 0 })}
        />
      </Group>
    </Row>
  )
}

/** Adds a Jabber address. This requires a one-time code, because orders from the address spend the balance. */
function JabberDialog({ onClose }: { onClose: () => void }) {
  const [sid, setSid] = useState('')
  const add = useAddJabberId(onClose)
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { jid: '', otp: '' },
    validate: {
      jid: (jid) => (emailPattern.test(jid.trim()) ? null : 'Invalid JabberId.'),
      otp: (otp) => (otp.length !== otpLength ? otpTooShort : sid ? null : 'Minta kode OTP dahulu'),
    },
    send: (values) => add.mutateAsync({ ...values, sid }),
    fieldByErrorCode: { otp: 'otp', jabber: 'jid' },
  })
  const complete = form.values.jid.trim() !== '' && form.values.otp !== ''

  return (
    <FormDialog
      title="Jabber contact"
      form={{ formProps, busy }}
      confirmDiscard={{ unsent: unsent && !add.isSuccess, question: 'JabberID ini belum disimpan. Tutup dan buang isiannya?' }}
      submitLabel="Save"
      canSubmit={complete}
      onClose={onClose}
    >
      <TextInput
        label="JabberID"
        description="Contoh: kios.budi@jabber.id"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={200}
        data-autofocus
        {...field('jid')}
        onBlur={() => form.values.jid && form.validateField('jid')}
      />
      <OtpField
        value={form.values.otp}
        onChange={(otp) => form.setFieldValue('otp', otp)}
        send={() => sendOtp('jabber')}
        onSent={setSid}
        error={form.errors.otp}
      />
    </FormDialog>
  )
}
