/*
 * The components of `@mantine/core` for first screens (selected by build/small-mantine.ts): those that nearly every page needs first, without
 * features that the pages do not use. They have Mantine's names, props, types, classes and markup, so that its styles fit: tools/page-mantine.test.ts
 * compares both, and fails when a page uses a feature that is missing here.
 */
export { ActionIcon, Button, CloseButton, UnstyledButton } from '#lib/mantine/buttons.tsx'
export { PasswordInput, TextInput } from '#lib/mantine/inputs.tsx'
export { Box, Group, polymorphic, Skeleton, Stack, Text, Title, VisuallyHidden } from '#lib/mantine/texts.tsx'
