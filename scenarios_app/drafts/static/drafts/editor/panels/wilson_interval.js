/** How sure a share is. */

const Z = 1.959964;

/**
 * The Wilson interval at 95 in 100 (E. B. Wilson, JASA 22, 1927), in whole per cent, outwards.
 * @param {number} wins @param {number} battles
 */
export function intervalOf(wins, battles) {
  if (!battles) return { low: 0, high: 100 };
  const share = wins / battles;
  const square = Z * Z;
  const middle = share + square / (2 * battles);
  const reach = Z * Math.sqrt((share * (1 - share) + square / (4 * battles)) / battles);
  const scale = 1 + square / battles;
  const low = (middle - reach) / scale;
  const high = (middle + reach) / scale;
  return { low: Math.max(0, Math.trunc(100 * low)), high: Math.min(100, Math.ceil(100 * high)) };
}
