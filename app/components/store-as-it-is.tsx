/** Renders the button that stores a picture that could not be cleaned. Renders nothing without `onPress`. */
export function StoreAsItIs({ onPress }: { onPress: (() => void) | undefined }) {
  if (!onPress) return null;
  return (
    <button type="button" onClick={onPress} className="button mt-2">
      Store it as it is, with its place, device and time
    </button>
  );
}
