import type { User } from '@lapak/contract/auth/access'
import type { StepUpBy } from '@lapak/contract/shared/call'
import { modals } from '@mantine/modals'
import { StepUpForm } from '#features/members/step-up-auth/step-up-form.tsx'
import { openLater } from '#ui/modals.ts'

/** True once it is proved, false when the dialog is closed without. */
export function requestStepUp(user: User, by: StepUpBy): Promise<boolean> {
  return new Promise((answer) => {
    const dialog = openLater((modalId) =>
      modals.open({
        modalId,
        title: 'Konfirmasi bahwa ini Anda',
        size: 420,
        closeOnClickOutside: false,
        onClose: () => answer(false),
        children: (
          <StepUpForm
            user={user}
            by={by}
            onStepUp={() => {
              answer(true)
              dialog.close()
            }}
          />
        ),
      }),
    )
  })
}
