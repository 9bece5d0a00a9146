import { nameMin, nameTooShort } from '@lapak/contract/auth/access'
import { passwordMax, passwordTooShort } from '@lapak/contract/members/passwords'
import { emailPattern } from '@lapak/contract/shared/wire'
import { Button, Checkbox, PasswordInput, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { registerMember } from '#features/auth/access/account.api.ts'
import classes from '#features/auth/access/register-form.module.css'
import { usePasswordMin } from '#features/auth/access/use-password-min.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { showError, showSuccess } from '#ui/snackbar.ts'

const empty = { nama: '', email: '', phone: '', password: '', confmpassword: '', agreed: false }
const toggle = { 'aria-label': 'Tampilkan atau sembunyikan password' }

interface RegisterFormProps {
  onRegistered: (email: string) => void
  onShowTerms: () => void
}

export function RegisterForm({ onRegistered, onShowTerms }: RegisterFormProps) {
  const min = usePasswordMin().register
  const { form, field, formProps, busy, sent, unsent } = useServerForm({
    initialValues: empty,
    validate: { ...validate, password: (password) => missing(password) ?? (password.length < min ? passwordTooShort.register(min) : null) },
    send: ({ agreed: _, ...values }: typeof empty) => registerMember({ ...values, nama: values.nama.trim(), email: values.email.trim() }),
    onSuccess: ({ msg }, { email }) => {
      showSuccess(msg)
      onRegistered(email.trim())
    },
    onValidationError: (errors) => {
      if (Object.values(errors).includes('Please fill')) showError('Please fill all fields')
      if (errors.agreed) showError('Please agree to the terms and conditions')
    },
    fieldByErrorCode: { 'access.password_common': 'password', phone: 'phone' },
  })
  useConfirmLeave(unsent && !sent, 'Pendaftaran belum dikirim. Tinggalkan halaman ini?')

  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput label="Nama" autoComplete="name" autoFocus maxLength={100} {...field('nama')} />
        <TextInput label="E-mail" type="email" autoComplete="email" maxLength={200} {...field('email')} />
        <TextInput
          label="Nomor HP (opsional)"
          type="tel"
          autoComplete="tel"
          maxLength={30}
          placeholder="0812 3456 7890"
          {...field('phone')}
        />
        <PasswordInput
          label="Password"
          description={`Paling sedikit ${min} karakter`}
          autoComplete="new-password"
          maxLength={passwordMax}
          visibilityToggleButtonProps={toggle}
          {...field('password')}
        />
        <PasswordInput
          label="Ulangi password"
          autoComplete="new-password"
          maxLength={passwordMax}
          visibilityToggleButtonProps={toggle}
          {...field('confmpassword')}
        />
        <div>
          <Checkbox
            label="Saya setuju dengan syarat dan ketentuan"
            size="md"
            classNames={{ body: classes.agreement }}
            {...field('agreed')}
            {...form.getInputProps('agreed', { type: 'checkbox' })}
          />
          <UnstyledButton className={classes.terms} onClick={onShowTerms}>
            Baca syarat dan ketentuan
          </UnstyledButton>
        </div>
        <div>
          <div data-said />
          <Button type="submit" fullWidth loading={busy || sent}>
            Sign UP
          </Button>
        </div>
      </Stack>
    </form>
  )
}

const validate = {
  nama: (name: string) => missing(name) ?? (name.trim().length < nameMin ? nameTooShort : null),
  email: (email: string) => missing(email) ?? (emailPattern.test(email.trim()) ? null : 'E-mail must be valid'),
  confmpassword: (again: string, { password }: typeof empty) => missing(again) ?? (again === password ? null : 'Password not match'),
  agreed: (agreed: boolean) => (agreed ? null : 'You must agree to continue!'),
}

function missing(text: string): string | null {
  return text.trim() ? null : 'Please fill'
}
