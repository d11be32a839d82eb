import { describe, expect, it } from '@jest/globals';
import { PYTHON_LISTER } from '../../../src/gate/api/python.js';
import { linesOf, measured, type Change } from './differences.js';

function module(before: string, after: string): Pick<Change, 'before' | 'after'> {
  return { before: { 'shop.py': before }, after: { 'shop.py': after } };
}

const CHANGES: Change[] = [
  {
    title: 'the body of a function',
    ...module(
      'def f(a):\n    """Doc."""\n    yield\n    return a\n',
      'def f(a):\n    b = [\na]\n    return b[0]\n',
    ),
    expected: [],
  },
  {
    title: 'spacing, quotes, comments and a trailing comma',
    ...module(
      "def f(a: 'int', b='x'): return a\n",
      'def f(\n    a: int,  # first\n    b="x",\n):\n    return a\n',
    ),
    expected: [],
  },
  {
    title: 'declarations in another order',
    ...module('def f(): 0\ndef g(): 0\nX = 1\n', 'X = 1\ndef g(): 0\ndef f(): 0\n'),
    expected: [],
  },
  {
    title: 'a default value',
    ...module('def f(limit=10): 0\n', 'def f(limit=20): 0\n'),
    expected: ['~ python:shop function f'],
  },
  {
    title: 'a default value that got a name',
    ...module('def f(limit=10): 0\n', '_LIMIT = 10\ndef f(limit=_LIMIT): 0\n'),
    expected: [],
  },
  {
    title: 'a default that is a tuple of one',
    ...module('def f(a=(1,)): 0\n', 'def f(a=(1)): 0\n'),
    expected: ['~ python:shop function f'],
  },
  {
    title: 'a parameter that became optional',
    ...module('def f(a, b): 0\n', 'def f(a, b=None): 0\n'),
    expected: ['~ python:shop function f'],
  },
  {
    title: 'the name of a parameter, which callers may use',
    ...module('def f(a): 0\n', 'def f(b): 0\n'),
    expected: ['~ python:shop function f'],
  },
  {
    title: 'names of parameters that no caller can use',
    ...module('def f(a, /, *args, **kw): 0\n', 'def f(b, /, *rest, **options): 0\n'),
    expected: [],
  },
  {
    title: 'a parameter that became keyword-only',
    ...module('def f(a, b): 0\n', 'def f(a, *, b): 0\n'),
    expected: ['~ python:shop function f'],
  },
  {
    title: 'async and an annotation of the result',
    ...module('def f(): 0\ndef g() -> int: 0\n', 'async def f(): 0\ndef g() -> str: 0\n'),
    expected: ['~ python:shop function f', '~ python:shop function g'],
  },
  {
    title: 'another alias for an imported type',
    ...module(
      'from typing import Optional\ndef f(a: Optional[int]): 0\n',
      'import typing as t\ndef f(a: t.Optional[int]): 0\n',
    ),
    expected: [],
  },
  {
    title: 'overloads',
    ...module(
      '@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(a): 0\n',
      '@overload\ndef f(a: int) -> int: ...\ndef f(a): 0\n',
    ),
    expected: ['- python:shop function f'],
  },
  {
    title: 'a name taken out of __all__',
    ...module(
      '__all__ = ["f", "g"]\ndef f(): 0\ndef g(): 0\n',
      '__all__ = ["f"]\ndef f(): 0\ndef g(): 0\n',
    ),
    expected: ['- python:shop function g'],
  },
  {
    title: '__all__ written in pieces',
    ...module(
      '__all__ = ["f", "_g"]\ndef f(): 0\ndef _g(): 0\ndef h(): 0\n',
      "__all__ = ('f',) + ()\n__all__ += ['_g']\ndef f(): 0\ndef _g(): 0\ndef h(): 0\n",
    ),
    expected: [],
  },
  {
    title: 'an __all__ that is no longer literal',
    ...module('__all__ = ["f"]\ndef f(): 0\n', '__all__ = sorted(globals())\ndef f(): 0\n'),
    expected: ['+ python:shop all __all__'],
  },
  {
    title: 'a private name',
    ...module('def _f(a): 0\n_X = 1\n', 'def _g(): 0\n'),
    expected: [],
  },
  {
    title: 'a function moved to a private module and imported back',
    before: { 'shop/__init__.py': 'def f(a): 0\n' },
    after: {
      'shop/__init__.py': 'from ._impl import f\n',
      'shop/_impl.py': 'def f(a): 0\n',
    },
    expected: [],
  },
  {
    title: 'a re-export that is gone',
    before: {
      'src/shop/__init__.py': 'from .cart import Cart, total as total\n',
      'src/shop/cart.py': '__all__ = ["Cart"]\nclass Cart: 0\ndef total(): 0\n',
    },
    after: { 'src/shop/__init__.py': 'from .cart import Cart\n' },
    expected: ['- python:shop function total'],
  },
  {
    title: 'a name that import * no longer brings',
    before: {
      'shop/__init__.py': 'from .cart import *\n',
      'shop/cart.py': 'def f(): 0\ndef g(): 0\n',
    },
    after: { 'shop/cart.py': 'def f(): 0\ndef _g(): 0\n' },
    expected: ['- python:shop function g', '- python:shop.cart function g'],
  },
  {
    title: 'an import that only type checkers see now',
    before: {
      'shop/__init__.py': 'from .cart import Cart\n',
      'shop/cart.py': 'class Cart: 0\n',
    },
    after: {
      'shop/__init__.py':
        'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .cart import Cart\n',
    },
    expected: ['~ python:shop class Cart'],
  },
  {
    title: 'a function on one branch for an older Python',
    ...module(
      'import sys\nif sys.version_info >= (3, 9):\n    def f(a): 0\nelse:\n    def f(a): 0\n',
      'import sys\nif sys.version_info >= (3, 9):\n    def f(a): 0\nelse:\n    def f(a, b): 0\n',
    ),
    expected: ['+ python:shop function f'],
  },
  {
    title: 'methods: kinds, dunders and the private ones',
    ...module(
      'class A:\n    def f(self): 0\n    def g(self): 0\n    def __len__(self): 0\n    def _h(self): 0\n',
      'class A:\n    @staticmethod\n    def f(a): 0\n    @classmethod\n    def g(cls): 0\n    def _i(self): 0\n',
    ),
    expected: [
      '- python:shop method A.__len__',
      '~ python:shop method A.f',
      '~ python:shop method A.g',
    ],
  },
  {
    title: 'an attribute that became a property with a setter',
    ...module(
      'class A:\n    def __init__(self):\n        self.size = 1\n',
      'class A:\n    def __init__(self):\n        self._size = 1\n    @property\n    def size(self):\n        return self._size\n    @size.setter\n    def size(self, value):\n        self._size = value\n',
    ),
    expected: [],
  },
  {
    title: 'a property that lost its setter',
    ...module(
      'class A:\n    @property\n    def size(self): 0\n    @size.setter\n    def size(self, value): 0\n',
      'class A:\n    @property\n    def size(self): 0\n',
    ),
    expected: ['~ python:shop attribute A.size'],
  },
  {
    title: 'attributes set by an extracted method',
    ...module(
      'class A:\n    def __init__(self):\n        self.a, self.b = 1, 2\n        self.c: int = 3\n',
      'class A:\n    def __init__(self):\n        self._reset()\n    def _reset(self):\n        self.a = self.b = 1\n        self.c = 3\n',
    ),
    expected: [],
  },
  {
    title: 'an attribute that got another name',
    ...module(
      'class A:\n    def __init__(self):\n        self.size = 1\n',
      'class A:\n    def __init__(self):\n        self.length = 1\n',
    ),
    expected: ['+ python:shop attribute A.length', '- python:shop attribute A.size'],
  },
  {
    title: 'a method pulled up into a private base',
    ...module(
      'class A:\n    def f(self, a): 0\n',
      'class _Base:\n    def f(self, a): 0\nclass A(_Base): 0\n',
    ),
    expected: [],
  },
  {
    title: 'a base that users see',
    ...module('class A(ValueError): 0\n', 'class A(Exception): 0\n'),
    expected: ['~ python:shop class A'],
  },
  {
    title: 'fields of a dataclass: default and order',
    ...module(
      'from dataclasses import dataclass\n@dataclass\nclass A:\n    a: int\n    b: int = 1\n    c: int = 2\n',
      'from dataclasses import dataclass\n@dataclass\nclass A:\n    a: int\n    c: int = 2\n    b: int = 3\n',
    ),
    expected: ['~ python:shop attribute A.b', '~ python:shop attribute A.c'],
  },
  {
    title: 'a decorator that makes something else of a function',
    ...module(
      'from contextlib import contextmanager\n@contextmanager\ndef f(): 0\n',
      'def f(): 0\n',
    ),
    expected: ['~ python:shop function f'],
  },
  {
    title: 'a private decorator and a cache',
    ...module(
      'def f(): 0\n',
      'from functools import lru_cache\ndef _logged(g): 0\n@_logged\n@lru_cache(maxsize=1)\ndef f(): 0\n',
    ),
    expected: [],
  },
  {
    title: 'a lambda that became a function',
    ...module('f = lambda a, b=1: a\n', 'def f(a, b=1):\n    return a\n'),
    expected: [],
  },
  {
    title: 'an annotated constant and a type alias',
    ...module(
      'from typing import Union\nX: int = 1\nT = Union[int, str]\n',
      'from typing import Union\nX: float = 1\nT = Union[int, bytes]\n',
    ),
    expected: ['~ python:shop const X', '~ python:shop type T'],
  },
  {
    title: 'fields of a named tuple',
    ...module(
      'from collections import namedtuple\nP = namedtuple("P", "x y")\n',
      'from collections import namedtuple\nP = namedtuple("P", "x z")\n',
    ),
    expected: ['~ python:shop const P'],
  },
  {
    title: 'tests, set-up, documentation and examples',
    before: { 'shop.py': 'X = 1\n' },
    after: {
      'setup.py': 'def s(): 0\n',
      'tests/test_shop.py': 'def t(): 0\n',
      'shop_test.py': 'def t(): 0\n',
      'docs/conf.py': 'y = 1\n',
      'examples/demo/app.py': 'z = 1\n',
    },
    expected: [],
  },
];

describe('the API of two versions of Python', () => {
  it.each(CHANGES)('$title', (change) => {
    expect(measured(PYTHON_LISTER, change)).toEqual([...change.expected].sort());
  });
});

describe('the listing of Python', () => {
  it('names a file with a syntax error, its line, and lists the others', () => {
    const lines = linesOf(PYTHON_LISTER, {
      'shop.py': 'def f(a):\n    return a\n\ndef g(:\n    pass\n',
      'cart.py': 'def h(): 0\n',
    });
    expect(lines).toEqual([
      'python:cart function h: ()',
      expect.stringMatching(/^python:shop\.py unlisted file: syntax error in line 4 \(its text/),
    ]);
  });

  it('tells a stub from the module beside it', () => {
    const lines = linesOf(PYTHON_LISTER, {
      'shop/__init__.py': 'def f(a): 0\n',
      'shop/__init__.pyi': 'def f(a: int) -> None: ...\n',
    });
    expect(lines).toEqual([
      'python:shop function f: (a)',
      'python:shop(stub) function f: (a: int) -> None',
    ]);
  });

  it('ends on modules that import each other', () => {
    const lines = linesOf(PYTHON_LISTER, {
      'shop/__init__.py': 'from . import a\nfrom .a import *\n',
      'shop/a.py': 'from . import *\nfrom . import b as b\ndef f(): 0\n',
      'shop/b.py': 'from .a import b as b\n',
    });
    expect(lines).toContain('python:shop function f: ()');
  });
});
