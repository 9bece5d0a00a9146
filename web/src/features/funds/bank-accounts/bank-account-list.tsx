import { sameName } from '@lapak/contract/funds/bank-accounts'
import { bankNames } from '@lapak/contract/shared/banks'
import { wib } from '@lapak/contract/shared/time-text'
import { ActionIcon, Button, Group, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { IconBuildingBank, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type BankAccount,
  bankAccountsQuery,
  checkBankAccount,
  type NewBankAccount,
  useRemoveBankAccount,
  useSaveBankAccount,
} from '#features/funds/bank-accounts/bank-accounts.api.ts'
import classes from '#features/funds/bank-accounts/bank-dialog.module.css'
import { groupInFours } from '#lib/targets.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { InitialsMark } from '#ui/initials-mark.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

const oneOfBanks = new Intl.ListFormat('id', { type: 'disjunction' }).format(Object.values(bankNames))

/** The bank accounts for cash-outs. */
export function BankAccountList() {
  const { data, error, refetch } = useQuery(bankAccountsQuery)
  const [open, setOpen] = useState<BankAccount | 'new'>()
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setOpen('new')}>
      Tambah rekening
    </Button>
  )
  return (
    <Section title="Rekening bank" hint="Tujuan pencairan saldo. Pakai rekening atas nama Anda sendiri." action={data?.length ? add : null}>
      {data ? (
        data.length > 0 ? (
          <RowList>
            {data.map((account) => (
              <BankLine key={account.id.toString()} account={account} onEdit={() => setOpen(account)} />
            ))}
          </RowList>
        ) : (
          <EmptyState icon={IconBuildingBank} title="Belum ada rekening" hint={`Tambahkan rekening ${oneOfBanks}.`} action={add} />
        )
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={68} />
      )}
      {open && <BankDialog account={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}

/** The owner of the bank account according to the bank, with a warning if this name differs from the name that the member typed. */
function Owner({ account: { namadibank, accountname } }: { account: BankAccount }) {
  if (namadibank === null) return <RowFacts>Bank tidak mengenal nomor ini. Periksa lagi sebelum menarik saldo.</RowFacts>
  const differs = !sameName(namadibank, accountname)
  return (
    <RowFacts>
      Nama di bank: {namadibank}
      {differs && ', berbeda dari yang Anda tulis. Pencairan dikirim atas nama di bank.'}
    </RowFacts>
  )
}

function BankLine({ account, onEdit }: { account: BankAccount; onEdit: () => void }) {
  const remove = useRemoveBankAccount()
  const named = `${account.bankname} ${account.accountno}`
  const confirmRemove = () =>
    openConfirmation({
      question: `Hapus rekening ${named} atas nama ${account.accountname}?`,
      danger: true,
      onYes: () => remove.mutate(account.id),
    })
  return (
    <Row
      mark={<InitialsMark name={account.bankname} size={44} />}
      actions={
        <Group gap={4} wrap="nowrap">
          <ActionIcon aria-label={`Ubah ${named}`} onClick={onEdit}>
            <IconPencil size={18} />
          </ActionIcon>
          <ActionIcon color="red" aria-label={`Hapus ${named}`} loading={remove.isPending} onClick={confirmRemove}>
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      }
    >
      <Text fw={650}>
        {account.bankname}{' '}
        <Text span fw={500}>
          {groupInFours(account.accountno)}
        </Text>
      </Text>
      <Text size="sm" c="dimmed">
        {account.accountname}
      </Text>
      {account.dicek && <Owner account={account} />}
      {account.payableat > new Date() && <RowFacts>Bisa menerima penarikan mulai {wib(account.payableat)}</RowFacts>}
    </Row>
  )
}

// — Bank dialog

interface BankDialogProps {
  /** The bank account to change; undefined adds an account. */
  account: BankAccount | undefined
  onClose: () => void
}

/** The banks, in the order of the specification (B-ENT-13). */
const choices = Object.entries(bankNames).map(([value, label]) => ({ value, label }))

/** Adds or changes a bank account. */
function BankDialog({ account, onClose }: BankDialogProps) {
  const save = useSaveBankAccount({ id: account?.id, onSaved: onClose })
  const { form, field, formProps, busy, unsent } = useServerForm<NewBankAccount, unknown>({
    initialValues: { bankcode: account?.bankcode ?? '01', accountno: account?.accountno ?? '', accountname: account?.accountname ?? '' },
    send: save.mutateAsync,
    fieldByErrorCode: { bank: 'accountno' },
  })
  const check = useMutation({
    mutationFn: checkBankAccount,
    onSuccess: ({ accountname }) => form.setFieldValue('accountname', accountname),
    onError: (error) => form.setFieldError('accountno', error.message),
    meta: { shownInPlace: true },
  })
  const { bankcode, accountno, accountname } = form.values
  const complete = accountno.trim() !== '' && accountname.trim() !== ''

  return (
    <FormDialog
      title={account ? 'Ubah rekening' : 'Tambah rekening'}
      form={{ formProps, busy }}
      confirmDiscard={{ unsent: unsent && !save.isSuccess, question: 'Rekening ini belum disimpan. Tutup dan buang isiannya?' }}
      submitLabel="Save"
      canSubmit={complete}
      onClose={onClose}
    >
      <NativeSelect label="Bank" size="md" data={choices} {...field('bankcode')} />
      <div className={classes.withButton}>
        <TextInput
          label="Nomor rekening"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          data-autofocus
          required
          withAsterisk={false}
          {...field('accountno')}
          onChange={(event) => form.setFieldValue('accountno', event.currentTarget.value.replace(/[^\d\s.-]/g, ''))}
        />
        <Button
          variant="default"
          className={classes.check}
          disabled={accountno.trim() === ''}
          loading={check.isPending}
          onClick={() => check.mutate({ bankcode, accountno })}
        >
          Cek rekening
        </Button>
      </div>
      <TextInput
        label="Nama pemilik"
        description="Sesuai buku tabungan. Terisi sendiri setelah rekening dicek."
        autoComplete="off"
        maxLength={100}
        required
        withAsterisk={false}
        {...field('accountname')}
      />
    </FormDialog>
  )
}
