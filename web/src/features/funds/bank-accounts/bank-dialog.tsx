import { bankNames } from '@lapak/contract/shared/banks'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  type BankAccount,
  type BankAccountAsk,
  checkBankAccount,
  useSaveBankAccount,
} from '#features/funds/bank-accounts/bank-accounts.api.ts'
import classes from '#features/funds/bank-accounts/bank-dialog.module.css'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'

interface BankDialogProps {
  /** The account to change; a new one without it. */
  account: BankAccount | undefined
  onClose: () => void
}

/** In the order of the specification (B-ENT-13). */
const choices = Object.entries(bankNames).map(([value, label]) => ({ value, label }))

/** Adds a bank account or changes one. */
export function BankDialog({ account, onClose }: BankDialogProps) {
  const save = useSaveBankAccount({ id: account?.id, onSaved: onClose })
  const { form, field, formProps, busy, unsent } = useServerForm<BankAccountAsk, unknown>({
    initialValues: { bankcode: account?.bankcode ?? '01', accountno: account?.accountno ?? '', accountname: account?.accountname ?? '' },
    send: save.mutateAsync,
    fieldOf: { bank: 'accountno' },
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
      of={{ formProps, busy }}
      loses={{ unsent: unsent && !save.isSuccess, question: 'Rekening ini belum disimpan. Tutup dan buang isiannya?' }}
      does="Save"
      ready={complete}
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
