using System;

namespace UnityEngine
{
    /// <summary>Four rows of four single-precision numbers, in the order of columns.</summary>
    // Follows Runtime/Export/Math/Matrix4x4.cs: fields, products, text.
    [Serializable]
    public struct Matrix4x4 : IEquatable<Matrix4x4>, IFormattable
    {
        public float m00;
        public float m10;
        public float m20;
        public float m30;
        public float m01;
        public float m11;
        public float m21;
        public float m31;
        public float m02;
        public float m12;
        public float m22;
        public float m32;
        public float m03;
        public float m13;
        public float m23;
        public float m33;

        public Matrix4x4(Vector4 column0, Vector4 column1, Vector4 column2, Vector4 column3)
        {
            m00 = column0.x;
            m10 = column0.y;
            m20 = column0.z;
            m30 = column0.w;
            m01 = column1.x;
            m11 = column1.y;
            m21 = column1.z;
            m31 = column1.w;
            m02 = column2.x;
            m12 = column2.y;
            m22 = column2.z;
            m32 = column2.w;
            m03 = column3.x;
            m13 = column3.y;
            m23 = column3.z;
            m33 = column3.w;
        }

        public static Matrix4x4 identity
        {
            get { return new Matrix4x4(new Vector4(1, 0, 0, 0), new Vector4(0, 1, 0, 0), new Vector4(0, 0, 1, 0), new Vector4(0, 0, 0, 1)); }
        }

        public static Matrix4x4 zero
        {
            get { return new Matrix4x4(); }
        }

        public float this[int row, int column]
        {
            get
            {
                return GetColumn(column)[row];
            }

            set
            {
                Vector4 changed = GetColumn(column);
                changed[row] = value;
                SetColumn(column, changed);
            }
        }

        public float this[int index]
        {
            get { return this[index % 4, index / 4]; }
            set { this[index % 4, index / 4] = value; }
        }

        public Vector4 GetColumn(int index)
        {
            switch (index)
            {
                case 0:
                    return new Vector4(m00, m10, m20, m30);
                case 1:
                    return new Vector4(m01, m11, m21, m31);
                case 2:
                    return new Vector4(m02, m12, m22, m32);
                case 3:
                    return new Vector4(m03, m13, m23, m33);
                default:
                    throw new IndexOutOfRangeException("Invalid column index!");
            }
        }

        public Vector4 GetRow(int index)
        {
            switch (index)
            {
                case 0:
                    return new Vector4(m00, m01, m02, m03);
                case 1:
                    return new Vector4(m10, m11, m12, m13);
                case 2:
                    return new Vector4(m20, m21, m22, m23);
                case 3:
                    return new Vector4(m30, m31, m32, m33);
                default:
                    throw new IndexOutOfRangeException("Invalid row index!");
            }
        }

        public void SetColumn(int index, Vector4 column)
        {
            Matrix4x4 old = this;
            this = new Matrix4x4(index == 0 ? column : old.GetColumn(0), index == 1 ? column : old.GetColumn(1), index == 2 ? column : old.GetColumn(2), index == 3 ? column : old.GetColumn(3));
        }

        public void SetRow(int index, Vector4 row)
        {
            for (int column = 0; column < 4; column++)
            {
                this[index, column] = row[column];
            }
        }

        public Matrix4x4 inverse
        {
            get { return MatrixInverse.Of(this); }
        }

        public Matrix4x4 transpose
        {
            get { return new Matrix4x4(GetRow(0), GetRow(1), GetRow(2), GetRow(3)); }
        }

        public static Matrix4x4 TRS(Vector3 pos, Quaternion q, Vector3 s)
        {
            Vector3 right = q * Vector3.right * s.x;
            Vector3 up = q * Vector3.up * s.y;
            Vector3 forward = q * Vector3.forward * s.z;
            return new Matrix4x4(right, up, forward, new Vector4(pos.x, pos.y, pos.z, 1F));
        }

        public Vector3 MultiplyPoint(Vector3 point)
        {
            Vector4 product = this * new Vector4(point.x, point.y, point.z, 1F);
            return (Vector3)product / product.w;
        }

        public Vector3 MultiplyPoint3x4(Vector3 point)
        {
            return this * new Vector4(point.x, point.y, point.z, 1F);
        }

        public Vector3 MultiplyVector(Vector3 vector)
        {
            return this * new Vector4(vector.x, vector.y, vector.z, 0F);
        }

        public static Vector4 operator *(Matrix4x4 lhs, Vector4 vector)
        {
            return new Vector4(Vector4.Dot(lhs.GetRow(0), vector), Vector4.Dot(lhs.GetRow(1), vector), Vector4.Dot(lhs.GetRow(2), vector), Vector4.Dot(lhs.GetRow(3), vector));
        }

        public static Matrix4x4 operator *(Matrix4x4 lhs, Matrix4x4 rhs)
        {
            return new Matrix4x4(lhs * rhs.GetColumn(0), lhs * rhs.GetColumn(1), lhs * rhs.GetColumn(2), lhs * rhs.GetColumn(3));
        }

        public static bool operator ==(Matrix4x4 lhs, Matrix4x4 rhs)
        {
            return lhs.GetColumn(0) == rhs.GetColumn(0) && lhs.GetColumn(1) == rhs.GetColumn(1) && lhs.GetColumn(2) == rhs.GetColumn(2) && lhs.GetColumn(3) == rhs.GetColumn(3);
        }

        public static bool operator !=(Matrix4x4 lhs, Matrix4x4 rhs)
        {
            return !(lhs == rhs);
        }

        public bool Equals(Matrix4x4 other)
        {
            return GetColumn(0).Equals(other.GetColumn(0)) && GetColumn(1).Equals(other.GetColumn(1)) && GetColumn(2).Equals(other.GetColumn(2)) && GetColumn(3).Equals(other.GetColumn(3));
        }

        public override bool Equals(object other)
        {
            return other is Matrix4x4 && Equals((Matrix4x4)other);
        }

        public override int GetHashCode()
        {
            return GetColumn(0).GetHashCode() ^ (GetColumn(1).GetHashCode() << 2) ^ (GetColumn(2).GetHashCode() >> 2) ^ (GetColumn(3).GetHashCode() >> 1);
        }

        public override string ToString()
        {
            return ToString(null, null);
        }

        public string ToString(string format)
        {
            return ToString(format, null);
        }

        public string ToString(string format, IFormatProvider formatProvider)
        {
            string text = "";
            for (int row = 0; row < 4; row++)
            {
                Vector4 numbers = GetRow(row);
                text += NumberText.Join("{0}\t{1}\t{2}\t{3}\n", "F5", format, formatProvider, new[] { numbers.x, numbers.y, numbers.z, numbers.w });
            }
            return text;
        }
    }

    /// <summary>The inverse of a matrix by elimination, in double precision.</summary>
    internal static class MatrixInverse
    {
        /// <summary>All zero if the matrix has no inverse.</summary>
        internal static Matrix4x4 Of(Matrix4x4 matrix)
        {
            double[,] rows = new double[4, 8];
            for (int row = 0; row < 4; row++)
            {
                for (int column = 0; column < 4; column++)
                {
                    rows[row, column] = matrix[row, column];
                }
                rows[row, 4 + row] = 1;
            }
            for (int at = 0; at < 4; at++)
            {
                int best = at;
                for (int row = at + 1; row < 4; row++)
                {
                    best = Math.Abs(rows[row, at]) > Math.Abs(rows[best, at]) ? row : best;
                }
                if (Math.Abs(rows[best, at]) < 1e-30)
                {
                    return Matrix4x4.zero;
                }
                for (int column = 0; column < 8; column++)
                {
                    double moved = rows[at, column];
                    rows[at, column] = rows[best, column];
                    rows[best, column] = moved;
                }
                Eliminate(rows, at);
            }
            Matrix4x4 inverse = new Matrix4x4();
            for (int row = 0; row < 4; row++)
            {
                inverse.SetRow(row, new Vector4((float)rows[row, 4], (float)rows[row, 5], (float)rows[row, 6], (float)rows[row, 7]));
            }
            return inverse;
        }

        private static void Eliminate(double[,] rows, int at)
        {
            double pivot = rows[at, at];
            for (int column = 0; column < 8; column++)
            {
                rows[at, column] /= pivot;
            }
            for (int row = 0; row < 4; row++)
            {
                double factor = row == at ? 0 : rows[row, at];
                for (int column = 0; column < 8 && factor != 0; column++)
                {
                    rows[row, column] -= factor * rows[at, column];
                }
            }
        }
    }
}
