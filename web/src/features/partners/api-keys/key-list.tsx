import { keyNameMax } from '@lapak/contract/shared/key-terms'
import { wib } from '@lapak/contract/shared/time-text'
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { IconClockCheck, IconFlask, IconMoon, IconPencil, IconPlus, IconRefresh, IconTrash, IconWorld } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type BuyerOptions, useSetCommonIpAddresses } from '#features/ordering/buyer-options/buyer-options.api.ts'
import { AddKeyDialog } from '#features/partners/api-keys/add-key-dialog.tsx'
import { type ApiKey, useChangeKey, useConfirmKey, useRemoveKey, useResetKey } from '#features/partners/api-keys/api-keys.api.ts'
import { KeyTermFields, toTypedTerms } from '#features/partners/api-keys/key-form-parts.tsx'
import { useServerForm } from '#lib/use-server-form.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { SecretText } from '#ui/secret-text.tsx'
import { Section } from '#ui/section.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The API keys with which the member's software signs orders. */
export function KeyList({ options, action }: { options: BuyerOptions; action: ReactNode }) {
  const [adding, setAdding] = useState(false)
  const reset = useResetKey()
  const confirmReset = () =>
    openConfirmation({
      question: 'Ganti API key pertama dan secret-nya? Yang lama langsung tidak berlaku, yang baru dikirim ke e-mail Anda.',
      danger: true,
      onYes: () => reset.mutate(),
    })
  return (
    <Section title="API key" hint="Dipakai software Anda untuk memesan lewat HTTP." action={action}>
      {options.apikey ? (
        <SecretText label="API key" text={options.apikey} />
      ) : (
        <Text size="sm" c="dimmed">
          Belum ada API key live. Buat satu agar software Anda bisa memesan.
        </Text>
      )}
      {options.keys.length > 0 && (
        <RowList aria-label="Daftar API key">
          {options.keys.map((key) => (
            <KeyRow key={key.id.toString()} apiKey={key} commonIpAddresses={options.ip} />
          ))}
        </RowList>
      )}
      <Group gap="xs">
        <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
          Tambah key
        </Button>
        {options.apikey && (
          <Button variant="default" leftSection={<IconRefresh size={18} />} loading={reset.isPending} onClick={confirmReset}>
            Reset key dan secret
          </Button>
        )}
      </Group>
      {adding && <AddKeyDialog onClose={() => setAdding(false)} />}
    </Section>
  )
}

function KeyRow({ apiKey, commonIpAddresses }: { apiKey: ApiKey; commonIpAddresses: string }) {
  const [editing, setEditing] = useState(false)
  const remove = useRemoveKey()
  const confirmRemove = () =>
    openConfirmation({
      question: `Hapus key ${apiKey.name}? Software yang memakainya langsung ditolak.`,
      danger: true,
      onYes: () => remove.mutate(apiKey.id),
    })
  return (
    <Row
      actions={
        <Group gap={4} wrap="nowrap">
          <ActionIcon aria-label={`Ubah key ${apiKey.name}`} onClick={() => setEditing(true)}>
            <IconPencil size={18} />
          </ActionIcon>
          <ActionIcon color="red" aria-label={`Hapus key ${apiKey.name}`} loading={remove.isPending} onClick={confirmRemove}>
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      }
    >
      <Group gap={8}>
        <Text fw={600}>{apiKey.name}</Text>
        {apiKey.test ? (
          <StatusBadge colour="orange" icon={IconFlask} label="Test" />
        ) : (
          <StatusBadge colour="green" icon={IconWorld} label="Live" />
        )}
        {apiKey.timed && <StatusBadge colour="gray" icon={IconClockCheck} label="Wajib time" />}
        {apiKey.restingat && <StatusBadge colour="orange" icon={IconMoon} label="Diistirahatkan" />}
      </Group>
      <Text component="code" ff="monospace" fz={13}>
        {apiKey.hint}
      </Text>
      <RowFacts>
        <span>IP: {apiKey.ip ? apiKey.ip.replaceAll(',', ', ') : 'daftar IP umum'}</span>
        <span>{apiKey.usedat ? `Terakhir dipakai ${wib(apiKey.usedat)}` : 'Belum pernah dipakai'}</span>
      </RowFacts>
      {apiKey.restingat && <SuspendedKey apiKey={apiKey} />}
      {apiKey.refusedip && <RefusedAddress apiKey={apiKey} address={apiKey.refusedip} commonIpAddresses={commonIpAddresses} />}
      {editing && <EditKeyDialog apiKey={apiKey} onClose={() => setEditing(false)} />}
    </Row>
  )
}

/**
 * A notice about an API key that is suspended because it was created shortly before a password change: an intruder with the old password may have
 * created it.
 */
function SuspendedKey({ apiKey }: { apiKey: ApiKey }) {
  const confirm = useConfirmKey()
  return (
    <Group gap="8px 12px" mt={4} p="8px 12px" bg="orange.0" style={{ borderRadius: 8 }}>
      <Text size="sm">Key ini dibuat tidak lama sebelum password diganti, jadi pesanan lewat key ini ditolak dahulu.</Text>
      <Button
        size="sm"
        variant="light"
        color="orange"
        loading={confirm.isPending}
        aria-label={`Ini milik saya: key ${apiKey.name}`}
        onClick={() => confirm.mutate(apiKey.id)}
      >
        Ini milik saya
      </Button>
    </Group>
  )
}

/**
 * Offers to allow the IP address of a refused request. A key with an IP list of its own ignores the common list, so the address is added to the list
 * that applies to the key.
 */
function RefusedAddress({ apiKey, address, commonIpAddresses }: { apiKey: ApiKey; address: string; commonIpAddresses: string }) {
  const allow = useSetCommonIpAddresses()
  const change = useChangeKey()
  const list = apiKey.ip || commonIpAddresses
  if (list.split(',').includes(address)) return null
  const longer = list ? `${list},${address}` : address
  return (
    <Group gap="8px 12px" mt={4} p="8px 12px" bg="orange.0" style={{ borderRadius: 8 }}>
      <Text size="sm">
        IP <b>{address}</b> terakhir ditolak{apiKey.ip && '; key ini memakai daftar IP sendiri'}.
      </Text>
      <Button
        size="sm"
        variant="light"
        color="orange"
        loading={allow.isPending || change.isPending}
        aria-label={`Tambahkan ${address} ke daftar IP`}
        onClick={() => (apiKey.ip ? change.mutate({ id: apiKey.id, ip: longer }) : allow.mutate(longer))}
      >
        Tambahkan ke daftar IP
      </Button>
    </Group>
  )
}

/** Renames an API key, and changes its allowed IP addresses and whether requests must contain the time. */
function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const change = useChangeKey({ shownInPlace: true })
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { name: apiKey.name, ...toTypedTerms(apiKey) },
    validate: { name: (name) => (name.trim() ? null : 'Nama wajib diisi') },
    send: (values) => change.mutateAsync({ id: apiKey.id, ...values }),
    onSuccess: onClose,
  })

  return (
    <FormDialog
      title="Ubah API key"
      form={{ formProps, busy }}
      confirmDiscard={{ unsent: unsent && !change.isSuccess, question: 'Perubahan key ini belum disimpan. Tutup dan buang isiannya?' }}
      submitLabel="Simpan"
      canSubmit={form.isDirty()}
      onClose={onClose}
    >
      <TextInput label="Nama" maxLength={keyNameMax} data-autofocus {...field('name')} />
      <KeyTermFields field={field} form={form} />
    </FormDialog>
  )
}
