"""Goldens of principal components, from NumPy's singular value decomposition in float64."""
import numpy as np
import torch

from golden_numbers import drawn, exact, packed


def components_of(vectors, count=2):
    """Unit vectors whose largest number is positive; 0 where nothing is left to differ in."""
    numbers = vectors.numpy()
    mean = numbers.mean(0, keepdims=True)
    _, sizes, rows = np.linalg.svd(numbers - mean, full_matrices=False)
    share = np.zeros(count)
    components = np.zeros((count, numbers.shape[1]))
    for i in range(min(count, len(sizes))):
        if sizes[i] ** 2 <= 1e-12 * (numbers**2).sum():
            break
        largest = rows[i][np.abs(rows[i]).argmax()]
        components[i] = rows[i] * np.sign(largest)
        share[i] = sizes[i] ** 2 / (sizes**2).sum()
    return mean, components, share


def principal_components_cases():
    generator_state = torch.get_rng_state()
    torch.manual_seed(1901)
    line = drawn(7, 1) @ drawn(1, 6)
    for name, vectors in {
        "wide": drawn(5, 24),
        "tall": drawn(40, 6) * torch.tensor([3.0, 1.0, 2.0, 0.5, 0.25, 1.5]) + 4,
        "line": line.to(torch.float32).to(torch.float64),
        "alike": torch.full((4, 3), 2.5),
        "one": drawn(1, 8),
    }.items():
        mean, components, share = components_of(vectors)
        yield f"principal_components_{name}", {
            "kind": "principal_components",
            "vectors": exact(vectors),
            "mean": packed(torch.from_numpy(mean)),
            "components": packed(torch.from_numpy(components)),
            "share": packed(torch.from_numpy(share)),
        }
    torch.set_rng_state(generator_state)
