import { bankNames } from '@lapak/contract/bank-accounts'
import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type BankAccount, type BankAccountAsk, checkBankAccount, useSaveBankAccount } from '#features/bank-accounts/bank-accounts.api.ts'
import classes from '#features/bank-accounts/bank-dialog.module.css'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { focusFirst, refusedFields } from '#lib/form-errors.ts'

interface BankDialogProps {
  /** The account to change; a new one without it. */
  account: BankAccount | undefined
  onClose: () => void
}

/** In the order of the specification (B-ENT-13). */
const choices = (['01', '05', '04', '02'] as const).map((value) => ({ value, label: bankNames[value] }))

/** Adds a bank account or changes one. */
export function BankDialog({ account, onClose }: BankDialogProps) {
  const form = useForm<BankAccountAsk>({
    initialValues: { bankcode: account?.bankcode ?? '01', accountno: account?.accountno ?? '', accountname: account?.accountname ?? '' },
  })
  const save = useSaveBankAccount({ id: account?.id, onSaved: onClose })
  const check = useMutation({
    mutationFn: checkBankAccount,
    onSuccess: ({ accountname }) => form.setFieldValue('accountname', accountname),
    onError: (error) => form.setFieldError('accountno', error.message),
    meta: { shownInPlace: true },
  })
  const { bankcode, accountno, accountname } = form.values
  const complete = accountno.trim() !== '' && accountname.trim() !== ''
  const asking = useAskBeforeLeaving(form.isDirty() && !save.isSuccess, 'Rekening ini belum disimpan. Tutup dan buang isiannya?')

  function send(values: BankAccountAsk) {
    save.mutate(values, {
      onError: (error) => {
        const errors = refusedFields<keyof BankAccountAsk>(error, { otherwise: 'accountno' })
        form.setErrors(errors)
        focusFirst(form, errors)
      },
    })
  }

  return (
    <Modal
      opened
      onClose={() => !save.isPending && onClose()}
      title={account ? 'Ubah rekening' : 'Tambah rekening'}
      closeOnClickOutside={false}
      closeOnEscape={!asking}
    >
      <form noValidate onSubmit={form.onSubmit(send)}>
        <Stack gap="md">
          <NativeSelect label="Bank" size="md" data={choices} {...form.getInputProps('bankcode')} />
          <div className={classes.withButton}>
            <TextInput
              label="Nomor rekening"
              name="accountno"
              inputMode="numeric"
              autoComplete="off"
              maxLength={30}
              data-autofocus
              required
              withAsterisk={false}
              key={form.key('accountno')}
              {...form.getInputProps('accountno')}
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
            name="accountname"
            autoComplete="off"
            maxLength={100}
            required
            withAsterisk={false}
            key={form.key('accountname')}
            {...form.getInputProps('accountname')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={save.isPending} onClick={onClose}>
              Batal
            </Button>
            <Button type="submit" disabled={!complete} loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
